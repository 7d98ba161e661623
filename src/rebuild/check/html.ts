/** A start tag of a page, with its attributes as they mean. Enough for HTML that our own build wrote and the Nu Html Checker has read. */
export interface Tag {
  name: string;
  attributes: Record<string, string>;
  /** What follows the tag, up to the next one. */
  text: string;
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
const decode = (text: string) =>
  text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    if (decimal || hex) return String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex, 16));
    return ENTITIES[name] ?? whole;
  });

const TAG = /<([a-z][\w-]*)((?:\s+[^\s=>"']+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>"']+))?)*)\s*\/?>([^<]*)/gi;
const ATTRIBUTE = /([^\s=>"']+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+)))?/g;
/** What stands in these is no HTML. */
const RAW = /(<(script|style)\b[^>]*>)([\s\S]*?)<\/\2>/gi;

/** Every start tag of a page, in order. A script's or style's content is its `text`. */
export function tagsOf(html: string): Tag[] {
  const raw: string[] = [];
  const plain = html
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(RAW, (_, open: string, _name, content: string) => `${open}\uE000${raw.push(content) - 1}\uE000`);
  return [...plain.matchAll(TAG)].map(([, name, attributes, text]) => {
    const kept = /\uE000(\d+)\uE000/.exec(text!);
    return {
      name: name!.toLowerCase(),
      attributes: attributesOf(attributes!),
      text: kept ? raw[Number(kept[1])]! : decode(text!),
    };
  });
}

const attributesOf = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(ATTRIBUTE)].map(([, name, double, single, bare]) => [
      name!.toLowerCase(),
      decode(double ?? single ?? bare ?? ''),
    ]),
  );
