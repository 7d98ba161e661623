/** The names of the characters U+00A0 to U+00FF, in their order. */
const LATIN =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'.split(
    ' ',
  );
const CHARACTERS = new Map<string, string>([
  ...LATIN.map((name, at): [string, string] => [name, String.fromCharCode(0xa0 + at)]),
  ...Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    lrm: '\u200e',
    rlm: '\u200f',
    euro: '€',
  }),
  ...Object.entries({
    hellip: '…',
    ndash: '–',
    mdash: '—',
    lsquo: '‘',
    rsquo: '’',
    ldquo: '“',
    rdquo: '”',
  }),
  ...Object.entries({
    oelig: 'œ',
    OElig: 'Œ',
    bull: '•',
    trade: '™',
    zwnj: '\u200c',
    zwj: '\u200d',
  }),
]);

const ENTITY = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([A-Za-z][A-Za-z0-9]{1,9}));/g;
const MAX_CODE_POINT = 0x10ffff;

/** Decodes character references of HTML; unknown names stay. */
export const decodeEntities = (text: string): string =>
  text.replace(ENTITY, (entity, decimal?: string, hexadecimal?: string, name?: string) => {
    if (name) return CHARACTERS.get(name) ?? entity;
    const code = decimal ? Number(decimal) : parseInt(hexadecimal ?? '', 16);
    return code > 0 && code <= MAX_CODE_POINT ? String.fromCodePoint(code) : entity;
  });
