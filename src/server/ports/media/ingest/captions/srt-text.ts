import type { TextReader } from './collect-cues.ts';
import { decodeEntities } from './entities.ts';
import { readOverrides } from './overrides.ts';

const TAG = /< ?(\/?) ?([a-z][a-z0-9]{0,15})([^<>]{0,300})>/gi;
/** Of WebVTT, by the names that SRT has for them. */
const KEPT_TAGS: Record<string, string> = { i: 'i', em: 'i', b: 'b', strong: 'b', u: 'u' };
const REMOVED_TAGS = new Set(
  'font s strike del ins small big span p div center sub sup c v lang ruby rt a'.split(' '),
);
const NO_ATTRIBUTES = /^\s?\/?$/;
/** `.yellow`, ` color="red"`. */
const ATTRIBUTES = /^(?:\.|\s+[A-Za-z-]+=)/;
const COORDINATE_OR_SETTING = /^[A-Za-z]\w*:[\d.,%A-Za-z-]+$/;

/** Text that follows the times on their line is text. */
export const readSrtText: TextReader = (lines, rest) => {
  const tokens = rest.split(' ');
  const words = tokens.filter((token) => !COORDINATE_OR_SETTING.test(token)).join(' ');
  const { text, settings } = readOverrides([words, ...lines].join('\n').replaceAll('\\N', '\n'));
  return { text: convertMarkup(text), settings };
};

/** Without empty lines, which would end a cue of WebVTT. */
function convertMarkup(text: string): string {
  const closed = closedNames(text);
  const parts: string[] = [];
  let from = 0;
  for (const { index, 0: tag, 1: slash = '', 2: name = '', 3: attributes = '' } of text.matchAll(
    TAG,
  )) {
    const replacement = replaceTag({ slash, name: name.toLowerCase(), attributes, closed });
    if (replacement === null) continue;
    parts.push(escapeText(text.slice(from, index)), replacement);
    from = index + tag.length;
  }
  const lines = [...parts, escapeText(text.slice(from))].join('').split('\n');
  return lines.filter((line) => line.trim() !== '').join('\n');
}

function closedNames(text: string): Set<string> {
  const names = new Set<string>();
  for (const [, slash, name = ''] of text.matchAll(TAG)) if (slash) names.add(name.toLowerCase());
  return names;
}

/** Null for angle brackets in a text. An unknown name is a tag if it is closed too. */
function replaceTag({
  slash,
  name,
  attributes,
  closed,
}: {
  slash: string;
  name: string;
  attributes: string;
  closed: Set<string>;
}): string | null {
  const kept = KEPT_TAGS[name];
  if (name === 'br') return '\n';
  if (!NO_ATTRIBUTES.test(attributes) && !ATTRIBUTES.test(attributes)) return null;
  if (kept) return `<${slash}${kept}>`;
  return REMOVED_TAGS.has(name) || closed.has(name) ? '' : null;
}

const escapeText = (text: string) =>
  decodeEntities(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
