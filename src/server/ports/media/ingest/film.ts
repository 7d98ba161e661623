import { rename, rmdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { PackageManifest } from '#domain/playlist.ts';
import { writing } from '../errors.ts';
import { type CaptionFile, captionsBeside, keepCaptions, readCaptions } from './captions/captions.ts';
import { refreshCaptions } from './captions/refresh.ts';
import { UNKNOWN_LANGUAGE } from './language.ts';
import { ladderFor } from './ladder.ts';
import { packageAt, writeManifest } from './manifest.ts';
import { probe, type Source } from './probe.ts';
import { createProgress } from './progress.ts';
import { digestOf, type IngestOptions, settingsOf } from './settings.ts';
import { makeParts, tracksOf } from './stages.ts';
import { leaveWork, openWork } from './work.ts';

export interface Ingested {
  manifest: PackageManifest;
  /** `there`: the same package was there already; `captions`: it was there and got new captions. */
  outcome: 'made' | 'there' | 'captions';
  /** What a viewer will not get, for the operator to know. */
  notes: string[];
}

const UNWRITABLE = new Set(['ENOSPC', 'EDQUOT', 'EACCES', 'EPERM', 'EROFS', 'ENOTDIR']);

/**
 * Makes a streaming package of one film: CMAF renditions whose media segments are encrypted, captions, poster, seek pictures,
 * `manifest.json` and `keys.json`. `outDir` appears only when it is complete; a run that was killed goes on from `outDir.part`.
 * Throws MediaError for the film, MediaFolderError when nothing can be written, ToolMissing without ffmpeg.
 */
export async function ingestFilm(options: IngestOptions): Promise<Ingested> {
  const [file, outDir] = [resolve(options.source), resolve(options.outDir)];
  const settings = settingsOf(options);
  const source = await probe(file, { signal: options.signal });
  const captions = await readCaptions(await captionFiles(file, options.captions ?? []));
  const digest = await digestOf(file, settings);
  const notes = notesOn(source);

  const there = await packageAt(outDir, digest);
  if (!there) return { manifest: await make(), outcome: 'made', notes };
  const { manifest, isChanged } = await refreshCaptions(outDir, there, captions);
  return { manifest, outcome: isChanged ? 'captions' : 'there', notes };

  async function make(): Promise<PackageManifest> {
    const { signal, onProgress } = options;
    const workDir = `${outDir}.part`;
    const work = await telling(workDir, () => openWork(workDir, digest, signal));
    try {
      return await telling(workDir, async () => {
        const [ladder, tracks] = [ladderFor(source), tracksOf(source, settings)];
        const tell = createProgress(work, ladder, tracks, onProgress);
        const making = { work, source, settings, ladder, tracks, tell, signal };
        const parts = await makeParts(making);
        const kept = await keepCaptions(work, source, captions, { signal });
        const made = await writeManifest(making, parts, kept, digest);
        await rmdir(outDir).catch(() => undefined);
        await rename(join(workDir, 'package'), outDir);
        await work.close();
        return made;
      });
    } finally {
      await leaveWork(workDir);
    }
  }
}

async function captionFiles(film: string, given: CaptionFile[]): Promise<CaptionFile[]> {
  const beside = await captionsBeside(film);
  return [...given, ...beside.filter((each) => given.every(({ language }) => language !== each.language))];
}

function notesOn({ pictureSubtitles, subtitles }: Source): string[] {
  const nameless = subtitles.some(({ language }) => language === UNKNOWN_LANGUAGE);
  return [
    ...(pictureSubtitles > 0 ? ['subtitles that are pictures were left out'] : []),
    ...(nameless ? ['subtitles without a language were left out'] : []),
  ];
}

/** What the system refuses to write is told for the folder; a full disk or a missing right is nobody's film's fault. */
async function telling<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!UNWRITABLE.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return writing(folder, () => Promise.reject(error as Error));
  }
}
