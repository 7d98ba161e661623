import { parseLetterPairs } from './letter-pairs.ts';

const KANA = parseLetterPairs(`
  あa いi うu えe おo かka きki くku けke こko がga ぎgi ぐgu げge ごgo さsa しshi すsu せse そso ざza じji ずzu ぜze ぞzo
  たta ちchi つtsu てte とto だda ぢji づzu でde どdo なna にni ぬnu ねne のno はha ひhi ふfu へhe ほho ばba びbi ぶbu べbe ぼbo
  ぱpa ぴpi ぷpu ぺpe ぽpo まma みmi むmu めme もmo やya ゆyu よyo らra りri るru れre ろro わwa ゐi ゑe をo んn ゔvu
  ゃya ゅyu ょyo ぁa ぃi ぅu ぇe ぉo`);
const SMALL = 'ゃゅょぁぃぅぇぉ';

export function fromKana(written: string): string {
  const hiragana = written.replace(/[\u30A1-\u30F6]/g, (letter) =>
    String.fromCharCode(letter.charCodeAt(0) - 0x60),
  );
  return Array.from(hiragana).reduce((soFar, letter) => {
    if (letter === '・') return `${soFar} `;
    const sound = KANA[letter] ?? '';
    if (!SMALL.includes(letter)) return soFar + sound;
    // A small letter replaces the vowel before it: きゃ is kya, しゃ is sha.
    return (
      soFar.replace(/[aeiou]$/, '') +
      (/(sh|ch|j)[aeiou]$/.test(soFar) ? sound.replace('y', '') : sound)
    );
  }, '');
}
