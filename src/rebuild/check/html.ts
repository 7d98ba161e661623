/** A start tag with decoded attributes. */
export interface Tag {
  name: string;
  attributes: Record<string, string>;
  /** The text between this tag and the next. */
  text: string;
}

const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};
const decodeEntities = (text: string) =>
  text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (match, decimal, hex, name) => {
    if (decimal || hex)
      return String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex, 16));
    return ENTITIES[name] ?? match;
  });

/**
 * Elements whose content is text up to their end tag. Without scripts, the content of `noscript` is
 * HTML.
 */
const TEXT_ELEMENTS = new Set([
  'script',
  'style',
  'textarea',
  'title',
  'xmp',
  'iframe',
  'noembed',
  'noframes',
]);
const HAS_ENTITIES = new Set(['textarea', 'title']);

const TAG_NAME = /<([a-z][^\s/>]*)/iy;
const ATTRIBUTE = /[\s/]*([^\s/>][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>][^\s>]*)))?/y;
const TAG_END = /[\s/]*>/y;

/** Returns all start tags in order. The content of a script or style is its `text`. */
export function tagsOf(html: string): Tag[] {
  const tags: Tag[] = [];
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at)) {
    const opened = readStartTag(html, at);
    if (!opened) at = skipMarkup(html, at);
    else {
      const { tag, end } = opened;
      tags.push(tag);
      const isText = TEXT_ELEMENTS.has(tag.name);
      const textEnd = isText ? findEndTag(html, end, tag.name) : indexOrEnd(html, '<', end);
      const text = html.slice(end, textEnd);
      tag.text = isText && !HAS_ENTITIES.has(tag.name) ? text : decodeEntities(text);
      at = textEnd;
    }
  }
  return tags;
}

/** Null for everything else that begins with `<`, and for a tag without an end. */
function readStartTag(html: string, at: number): { tag: Tag; end: number } | null {
  const name = matchAt(TAG_NAME, html, at)?.[1]?.toLowerCase();
  if (name === undefined) return null;
  const attributes: Record<string, string> = {};
  let position = TAG_NAME.lastIndex;
  for (;;) {
    if (matchAt(TAG_END, html, position))
      return { tag: { name, attributes, text: '' }, end: TAG_END.lastIndex };
    const [, attribute, double, single, bare] = matchAt(ATTRIBUTE, html, position) ?? [];
    if (attribute === undefined) return null;
    position = ATTRIBUTE.lastIndex;
    // The first attribute of a name counts.
    attributes[attribute.toLowerCase()] ??= decodeEntities(double ?? single ?? bare ?? '');
  }
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** The position after a comment, an end tag or a declaration; after the character if it is text. */
function skipMarkup(html: string, at: number): number {
  if (html.startsWith('<!--', at)) return indexOrEnd(html, '-->', at + 2);
  return /[a-z!?]/i.test(html[at + (html[at + 1] === '/' ? 2 : 1)] ?? '')
    ? indexOrEnd(html, '>', at)
    : at + 1;
}

function indexOrEnd(html: string, text: string, from: number): number {
  const found = html.indexOf(text, from);
  return found < 0 ? html.length : found;
}

/** The position of `</name` with its end, or the end of the page. */
function findEndTag(html: string, from: number, name: string): number {
  const endTag = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
  endTag.lastIndex = from;
  return endTag.exec(html)?.index ?? html.length;
}
