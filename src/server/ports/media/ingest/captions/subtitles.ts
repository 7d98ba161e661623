import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import pMap from 'p-map';
import { UPLOAD_MAX_BYTES } from '#domain/office-uploads.ts';
import { clockArgs } from '../clock.ts';
import { inputArgs } from '../container.ts';
import type { Finding } from '../findings.ts';
import type { Source } from '../probe.ts';
import { flags, type RunOptions, runFfmpeg } from '../tools.ts';
import type { CaptionFile } from './captions.ts';
import { convertCaptions } from './convert.ts';
import { findingsOfCaptions } from './report.ts';
import { playedSeconds } from '../announced.ts';

/** Subtitles in the film whose language has a caption file. */
export function replacedSubtitles({ subtitles }: Source, files: CaptionFile[]): Finding[] {
  const replaced = subtitles.filter(({ language }) =>
    files.some((file) => file.language === language),
  );
  if (replaced.length === 0) return [];
  const streams = replaced.map(({ index }) => index);
  return [streamFinding('subtitles-replaced', streams)];
}

const streamFinding = (
  code: 'subtitles-empty' | 'subtitles-replaced',
  streams: number[],
): Finding => ({
  code,
  values: { streams },
});

/** Returns the languages that were added; null for a track without captions. */
export async function extractSubtitles({
  dir,
  source,
  excludedLanguages,
  run,
}: {
  dir: string;
  source: Source;
  excludedLanguages: Set<string>;
  run: RunOptions;
}) {
  const selected = source.subtitles.filter(({ language }) => !excludedLanguages.has(language));
  if (selected.length === 0) return [];
  // One run for all subtitles, because each run reads the whole film. As SRT, ffmpeg keeps their
  // positions.
  const limits = flags({ fs: UPLOAD_MAX_BYTES.captions, f: 'srt' });
  const outputs = selected.flatMap(({ index }) => [
    '-map',
    `0:${index}`,
    ...limits,
    `clear/${index}.srt`,
  ]);
  await runFfmpeg([...inputArgs(source), ...outputs, ...clockArgs(source)], { ...run, cwd: dir });
  const convertExtracted = async ({ language, index }: { language: string; index: number }) => {
    const to = join(dir, 'package', 'captions', `${language}.vtt`);
    const report = await convertCaptions({
      from: join(dir, 'clear', `${index}.srt`),
      to,
      language,
    });
    if (report.problem) await rm(to);
    if (report.problem)
      return { language: null, findings: [streamFinding('subtitles-empty', [index])] };
    return {
      language,
      findings: findingsOfCaptions(
        report,
        { language, file: null },
        playedSeconds(source.announced),
      ),
    };
  };
  return pMap(selected, convertExtracted, { concurrency: 1 });
}
