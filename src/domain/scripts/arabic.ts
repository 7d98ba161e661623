import { parseLetterPairs } from './letter-pairs.ts';

const ARABIC = parseLetterPairs(`
  اa بb تt ثth جj حh خkh دd ذdh رr زz سs شsh صs ضd طt ظz عa غgh فf قq كk لl مm نn هh ةa ىa ءʼ
  پp چch ژzh گg کk ٹt ڈd ڑr ںn ہh ھh ۃt ےe`);

export function fromArabic(written: string): string {
  const word = written
    .normalize('NFKD')
    .replace(/[\u0610-\u061A\u0640\u064B-\u065F\u0670]/g, '')
    .replaceAll('ی', 'ي');
  const article = /^ال(?=...?)/.exec(word)?.[0];
  const letters = Array.from(word.slice(article?.length ?? 0));
  const sounds = letters.map(
    (letter, index) =>
      ARABIC[letter] ?? digitOrHalfVowel(letter, letters[index - 1], letters[index + 1]),
  );
  // Short vowels are not written; `a` is the most likely.
  const spoken = sounds.reduce(
    (soFar, sound) =>
      soFar + (isConsonant(soFar.at(-1)) && isConsonant(sound[0]) ? 'a' : '') + sound,
    '',
  );
  return (article ? 'al ' : '') + spoken.replaceAll('ʼ', '');
}

const isConsonant = (letter: string | undefined) =>
  letter !== undefined && /[b-df-hj-np-tv-z]/.test(letter);

/**
 * A digit; و and ي as consonants at the start and before a long vowel, else as vowels. Empty for
 * other characters.
 */
function digitOrHalfVowel(
  letter: string,
  before: string | undefined,
  after: string | undefined,
): string {
  const [consonant, vowel]: [string, string] =
    letter === 'و' ? ['w', 'u'] : letter === 'ي' ? ['y', 'i'] : ['', ''];
  if (letter >= '٠' && letter <= '٩') return String(letter.charCodeAt(0) - 0x660);
  return before === undefined || /[اوي]/.test(after ?? '') ? consonant : vowel;
}
