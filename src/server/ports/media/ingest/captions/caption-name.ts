import { fold } from '#domain/fold.ts';
import { displayLanguage, displayNativeLanguage } from '#domain/format/language-name.ts';
import { languageTag } from '../language.ts';

export interface CaptionName {
  /** Null if the name says none. */
  language: string | null;
  /** For viewers who do not hear. */
  isSdh: boolean;
  /** Only the lines that the film's own language does not cover. */
  isForced: boolean;
  /** Whether every word of the name has a meaning here. */
  isClear: boolean;
}

const SEPARATOR = /[\s._()[\]-]+/;
const SDH_WORDS = new Set(['sdh', 'cc', 'hoh']);
const FORCED_WORDS = new Set(['forced', 'foreign']);
const IDLE_WORDS = new Set(['default', 'full', 'sub', 'subs', 'subtitle', 'subtitles', 'captions']);
/** Languages whose English and own names are recognised. */
const NAMED_LANGUAGES =
  'af am ar as az be bg bho bn bs ca cs cy da de doi el en es et eu fa fi fil fr ga gl gu he hi hr hu hy id is it ja jv ka kk km kn ko ky lo lt lv mk ml mn mr ms my ne nl no or pa pl ps pt ro ru sa sd si sk sl sq sr sv sw ta te th tl tr uk ur uz vi yo zh zu'.split(
    ' ',
  );

const LANGUAGES_BY_NAME = new Map(
  NAMED_LANGUAGES.flatMap((language) => {
    const names = [displayLanguage(language), displayNativeLanguage(language)].filter(
      (name) => name !== undefined,
    );
    return names.map((name): [string, string] => [fold(name), language]);
  }),
);

/**
 * Reads what follows the film's name in the name of a caption file, without the extension:
 * `.en.sdh`, `_german`.
 */
export function readCaptionName(part: string): CaptionName {
  const words = part.split(SEPARATOR).filter((word) => word !== '');
  const has = (names: Set<string>) => words.some((word) => names.has(word.toLowerCase()));
  const languageWords = words.filter((word) => !isRoleWord(word.toLowerCase()));
  // `hi` after a language says "hearing impaired".
  const isHearingImpaired =
    languageWords.length > 1 && languageWords.at(-1)?.toLowerCase() === 'hi';
  const language = languageOf(isHearingImpaired ? languageWords.slice(0, -1) : languageWords);
  return {
    language,
    isSdh: has(SDH_WORDS) || isHearingImpaired,
    isForced: has(FORCED_WORDS),
    isClear: language !== null || languageWords.length === 0,
  };
}

const isRoleWord = (word: string) =>
  SDH_WORDS.has(word) || FORCED_WORDS.has(word) || IDLE_WORDS.has(word);

function languageOf(words: string[]): string | null {
  const [name = ''] = words;
  const named = words.length === 1 && LANGUAGES_BY_NAME.get(fold(name));
  if (named) return named;
  const tag = languageTag(words.join('-'));
  return tag && displayLanguage(tag) ? tag : null;
}
