import { readdir } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import type { CaptionsNotUsedReason } from '#messages/delivery.ts';
import { VIDEO_EXTENSIONS } from '../batch.ts';
import type { Finding } from '../findings.ts';
import { type CaptionName, readCaptionName } from './caption-name.ts';
import type { CaptionFile } from './captions.ts';

interface Candidate extends CaptionName {
  /** In the film's folder. */
  name: string;
  isReadable: boolean;
}

const READABLE = new Set(['.vtt', '.srt', '.sbv', '.ass', '.ssa', '.smi', '.scc']);
const OTHER_FORMATS = new Set([
  '.ttml',
  '.dfxp',
  '.itt',
  '.stl',
  '.sub',
  '.idx',
  '.lrc',
  '.usf',
  '.sup',
]);

/**
 * Chooses the caption files in the film's folder, one for each language, by the names that people
 * use: `film.ta.vtt`, `film_german.srt`, `Film.en.sdh.srt`. `explicit` files come first. Names the
 * files that are not used.
 */
export async function chooseCaptionFiles(
  film: string,
  explicit: CaptionFile[],
  excludedLanguages: string[] = [],
) {
  const files = [...explicit];
  const findings: Finding[] = [];
  for (const candidate of await findCandidates(film)) {
    const { name, language } = candidate;
    const reason = reasonAgainst(candidate, new Set(files.map((each) => each.language)));
    if (reason) findings.push({ code: 'captions-not-used', values: { file: name, reason } });
    else files.push({ language: language!, file: join(dirname(film), name) });
  }
  return { files: files.filter(({ language }) => !excludedLanguages.includes(language)), findings };
}

function reasonAgainst(
  { isReadable, isForced, isClear, language }: Candidate,
  used: Set<string>,
): CaptionsNotUsedReason | null {
  if (!isReadable) return 'format';
  if (!isClear) return 'unknown-name';
  if (isForced) return 'forced';
  // Chosen: the spoken language is no evidence. A Tamil film has English captions more often than
  // Tamil ones.
  if (language === null) return 'no-language';
  return used.has(language) ? 'second' : null;
}

/** Captions for everyone come before those for viewers who do not hear. */
async function findCandidates(film: string): Promise<Candidate[]> {
  const names = await readdir(dirname(film));
  const stem = stemOf(basename(film));
  const otherStems = names
    .filter(isVideo)
    .map(stemOf)
    .filter((other) => other.length > stem.length);
  const candidates = names.flatMap((name): Candidate[] => {
    const [part, extension] = [stemOf(name), extname(name).toLowerCase()];
    const isCaption = READABLE.has(extension) || OTHER_FORMATS.has(extension);
    if (!isCaption || !belongsTo(part, stem) || otherStems.some((other) => belongsTo(part, other)))
      return [];
    return [
      { name, isReadable: READABLE.has(extension), ...readCaptionName(part.slice(stem.length)) },
    ];
  });
  return candidates.toSorted(
    (a, b) => Number(a.isSdh) - Number(b.isSdh) || (a.name < b.name ? -1 : 1),
  );
}

const isVideo = (name: string) => VIDEO_EXTENSIONS.has(extname(name).toLowerCase());
/** macOS stores accents as characters of their own. */
const stemOf = (name: string) => basename(name, extname(name)).normalize('NFC').toLowerCase();
const belongsTo = (part: string, stem: string) =>
  part.startsWith(stem) &&
  (part.length === stem.length || /[\s._([-]/.test(part.charAt(stem.length)));
