import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { encodeVideo, encodeAudio, type AudioTrack, type EncodingJob } from './encode.ts';
import type { Rung } from './ladder.ts';
import type { ProgressReporter } from './progress.ts';
import { type EncryptedRendition, encryptRendition, roundToMilliseconds } from './encrypt-rendition.ts';
import { renderStills } from './stills.ts';
import type { NamedSound } from './streams/name-sound.ts';

export interface IngestJob extends EncodingJob {
  ladder: Rung[];
  tracks: NamedSound[];
  reportProgress: ProgressReporter;
  signal?: AbortSignal | undefined;
}

/** Makes renditions and stills in `package/`; `writeCaptions` adds captions later. Each stage runs once, even across restarts. */
export async function runStages(job: IngestJob) {
  const { work, ladder, tracks, reportProgress } = job;
  const smallest = ladder.at(-1)!;
  // Smallest first: problems of a film show early, and the seek previews are taken from it.
  const videoRenditions = new Map([[smallest.name, await makeVideoRendition(job, smallest, true)]]);
  const seconds = secondsOf(videoRenditions.get(smallest.name)!);
  const stills = await work.stage('stills', () => renderStills(job, { ...smallest, seconds }));
  reportProgress('stills', 1);

  const audioRenditions = new Map<string, EncryptedRendition>();
  for (const track of tracks) audioRenditions.set(track.name, await makeAudioRendition(job, { ...track, seconds }));
  for (const rung of ladder.slice(0, -1).toReversed())
    videoRenditions.set(rung.name, await makeVideoRendition(job, rung));
  return { seconds, stills, videoRenditions, audioRenditions };
}
export type StageResults = Awaited<ReturnType<typeof runStages>>;

const makeVideoRendition = (job: IngestJob, rung: Rung, keepsUnencrypted = false) =>
  makeRendition(job, rung.name, keepsUnencrypted, (reportFraction) => encodeVideo(job, rung, reportFraction));

const makeAudioRendition = (job: IngestJob, track: AudioTrack) =>
  makeRendition(job, track.name, false, (reportFraction) => encodeAudio(job, track, reportFraction));

async function makeRendition(
  { work, settings, reportProgress }: IngestJob,
  name: string,
  keepsUnencrypted: boolean,
  encode: (reportFraction: (fraction: number) => void) => Promise<void>,
): Promise<EncryptedRendition> {
  const rendition = await work.stage(name, async () => {
    reportProgress(name, 0);
    await encode((fraction) => reportProgress(name, fraction));
    return encryptRendition(work, name, settings.segmentsPerKey);
  });
  if (!keepsUnencrypted) await rm(join(work.dir, 'clear', name), { recursive: true, force: true });
  reportProgress(name, 1);
  return rendition;
}

const secondsOf = ({ segments }: EncryptedRendition) =>
  roundToMilliseconds(segments.reduce((sum, segment) => sum + segment.durationSeconds, 0));
