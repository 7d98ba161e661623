/** How Indian scripts are spelled in Latin letters. */
export interface Spelling {
  /** The inherent vowel of consonants in Bengali. */
  bengaliVowel: 'a' | 'o';
  /**
   * Also drops silent vowels inside words (khidaki → khidki) and after a cluster at the end
   * (chandra → chandr).
   */
  isEverySilentVowelDropped: boolean;
}

/**
 * Nine Unicode blocks of 128 characters. The same letter has the same offset in each, after the
 * older Indian standard ISCII.
 */
const [DEVANAGARI, BENGALI, GURMUKHI, GUJARATI, , TAMIL, , , MALAYALAM] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8,
] as const;
const VOWELS = 'a aa i ii u uu ri li e e e ai o o o au'.split(' ');
const CONSONANTS =
  'k kh g gh ng ch chh j jh ny t th d dh n t th d dh n n p ph b bh m y r r l l zh v sh sh s h'.split(
    ' ',
  );
const SIGNS = 'aa i ii u uu ri ri e e e ai o o o au'.split(' ');
const CHILLUS = 'nnrllk';
const OFFSET = {
  candrabindu: 0x01,
  anusvara: 0x02,
  visarga: 0x03,
  vowel: 0x05,
  consonant: 0x15,
  nukta: 0x3c,
  sign: 0x3e,
  virama: 0x4d,
  auMark: 0x57,
  digit: 0x66,
  chillu: 0x7a,
};

/** Letters with a nukta (Hindi za, fa; Bengali ra, ya). */
const NUKTA_SOUNDS: Record<string, string> = { j: 'z', ph: 'f' };
const BENGALI_NUKTA_SOUNDS: Record<string, string> = { d: 'r', dh: 'rh', j: 'y' };

/** Clusters that sound different from their letters → clusters with that sound. */
const CLUSTERS: [RegExp, string][] = [
  [/ற்ற/g, 'ட்ர'],
  [/ன்ற/g, 'ன்ட்ர'],
  [/ஞ்ச/g, 'ஞ்ஜ'],
  [/റ്റ/g, 'ട്ട'],
  [/ന്റ|ൻറ/g, 'ന്ട'],
  [/ज्ञ/g, 'ग्य'],
  [/ক্ষ/g, 'ক্খ'],
  [/্য(?!\u09BC)/g, '্য\u09BC'],
];

/**
 * Tamil repeats a word's first consonant at the end of the previous word; Latin spellings do not
 * (`mazhai koottam`).
 */
export const TAMIL_JOIN = /([கசதப])்(?=\s\1)/g;

const INHERENT_VOWEL = 'ə';
const isVowel = (unit: string | undefined) => unit !== undefined && /^[aeiouə]/.test(unit);
const isStop = (unit: string | undefined) => unit !== undefined && /^[kgcjtdpb]/.test(unit);

export function fromIndic(
  written: string,
  { bengaliVowel, isEverySilentVowelDropped }: Spelling,
): string {
  const text = CLUSTERS.reduce(
    (soFar, [from, to]) => soFar.replace(from, to),
    written.normalize('NFC'),
  );
  const block = (text.charCodeAt(0) - 0x0900) >> 7;
  const units = unitsOf(text, block);
  const keepsInherentVowels = ![DEVANAGARI, BENGALI, GURMUKHI, GUJARATI].includes(block as 0);
  return (keepsInherentVowels ? units : dropSilentVowels(units, isEverySilentVowelDropped))
    .join('')
    .replaceAll(INHERENT_VOWEL, block === BENGALI ? bengaliVowel : 'a');
}

function unitsOf(text: string, block: number): string[] {
  const units: string[] = [];
  const offsets = Array.from(text, (letter) => letter.charCodeAt(0) & 0x7f);
  offsets.forEach((offset, index) => {
    const consonant = consonantOf(offset, block);
    if (consonant) units.push(consonant, INHERENT_VOWEL);
    else if (offset === OFFSET.nukta) applyNukta(units, block);
    else if (offset === OFFSET.virama) {
      if (units.at(-1) === INHERENT_VOWEL) units.pop();
      // The short vowel at the end of many Malayalam words.
      if (block === MALAYALAM && index === offsets.length - 1) units.push('u');
    } else if (offset === OFFSET.candrabindu || offset === OFFSET.anusvara)
      units.push(
        ...nasalOf(
          offset,
          offsets[index + 2] === OFFSET.nukta ? 'r' : consonantOf(offsets[index + 1] ?? 0, block),
          block,
        ),
      );
    else if (offset === OFFSET.visarga) units.push(block === TAMIL ? '' : 'h');
    else if (offset >= OFFSET.digit && offset < OFFSET.digit + 10)
      units.push(String(offset - OFFSET.digit));
    else if (block === MALAYALAM && offset >= OFFSET.chillu)
      units.push(CHILLUS.charAt(offset - OFFSET.chillu));
    else {
      const sign = offset === OFFSET.auMark ? 'au' : SIGNS[offset - OFFSET.sign];
      if (sign && units.at(-1) === INHERENT_VOWEL) units.pop();
      const vowel =
        sign ??
        (block === BENGALI && offset === OFFSET.vowel
          ? INHERENT_VOWEL
          : VOWELS[offset - OFFSET.vowel]);
      if (vowel) units.push(vowel);
      else if (block === BENGALI && offset === 0x4e) units.push('t');
    }
  });
  return units;
}

function consonantOf(offset: number, block: number): string | undefined {
  const consonant = CONSONANTS[offset - OFFSET.consonant];
  return block === BENGALI && consonant === 'y' ? 'j' : consonant;
}

function applyNukta(units: string[], block: number) {
  const at = units.at(-1) === INHERENT_VOWEL ? units.length - 2 : units.length - 1;
  const letter = units[at];
  if (letter)
    units[at] = (block === BENGALI ? BENGALI_NUKTA_SOUNDS : NUKTA_SOUNDS)[letter] ?? letter;
}

function nasalOf(offset: number, next: string | undefined, block: number): string[] {
  if (offset === OFFSET.candrabindu && block === BENGALI) return isStop(next) ? ['n'] : [];
  if (next || block === DEVANAGARI || block === GURMUKHI || block === GUJARATI) return ['n'];
  return block === BENGALI ? ['n', 'g'] : ['m'];
}

/** Drops silent inherent vowels (schwa deletion): at the end of a word, and between VC and CV. */
function dropSilentVowels(writtenUnits: string[], isEverySilentVowelDropped: boolean): string[] {
  const units = [...writtenUnits];
  const hasOneVowel = units.filter(isVowel).length < 2;
  for (let at = units.length - 1; at > 0; at--) {
    if (units[at] !== INHERENT_VOWEL || hasOneVowel) continue;
    const followsVowel = isVowel(units[at - 2]);
    const isLast = at === units.length - 1;
    const isBetween =
      followsVowel &&
      units[at + 1] !== undefined &&
      !isVowel(units[at + 1]) &&
      isVowel(units[at + 2]);
    if (isLast ? followsVowel || isEverySilentVowelDropped : isEverySilentVowelDropped && isBetween)
      units.splice(at, 1);
  }
  return units;
}
