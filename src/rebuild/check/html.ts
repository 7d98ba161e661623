/** A start tag with decoded attributes. The parser needs valid HTML; tests check our pages with the Nu Html Checker. */
export interface Tag {
  name: string;
  attributes: Record<string, string>;
  /** The text between this tag and the next. */
  text: string;
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
const decodeEntities = (text: string) =>
  text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (match, decimal, hex, name) => {
    if (decimal || hex) return String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex, 16));
    return ENTITIES[name] ?? match;
  });

const TAG = /<([a-z][\w-]*)((?:\s+[^\s=>"']+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>"']+))?)*)\s*\/?>([^<]*)/gi;
const ATTRIBUTE = /([^\s=>"']+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+)))?/g;
const RAW = /(<(script|style)\b[^>]*>)([\s\S]*?)<\/\2>/gi;

/** Returns all start tags in order. The content of a script or style is its `text`. */
export function tagsOf(html: string): Tag[] {
  const raw: string[] = [];
  const plain = html
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(RAW, (_, open: string, _name, content: string) => `${open}\uE000${raw.push(content) - 1}\uE000`);
  return [...plain.matchAll(TAG)].map(([, name, attributes, text]) => {
    const placeholder = /\uE000(\d+)\uE000/.exec(text!);
    return {
      name: name!.toLowerCase(),
      attributes: attributesOf(attributes!),
      text: placeholder ? raw[Number(placeholder[1])]! : decodeEntities(text!),
    };
  });
}

const attributesOf = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(ATTRIBUTE)].map(([, name, double, single, bare]) => [
      name!.toLowerCase(),
      decodeEntities(double ?? single ?? bare ?? ''),
    ]),
  );
