import { lastOf } from '#domain/existing.ts';
import { damageFindings } from './damage.ts';
import type { FindingReader } from './detect/log-reader.ts';
import { readPictureChecks } from './detect/picture-checks.ts';
import { readSoundChecks } from './detect/sound-checks.ts';
import { type AudioTrack, encodeAudio, encodeVideo, type ReportFraction } from './encode.ts';
import type { EncryptedRendition } from './encrypt-rendition.ts';
import { framesPerSecond } from './frame-rate.ts';
import type { Rung } from './ladder.ts';
import { SAMPLE_RATE } from './loudness.ts';
import type { Source } from './probe.ts';
import {
  type IngestJob,
  makeRendition,
  readChecks,
  readDamage,
  removeUnencrypted,
  secondsOf,
  type SourceChecks,
} from './rendition.ts';
import type { SoundTrack } from './streams/choose-sound.ts';
import { renderStills } from './stills.ts';
import { AAC_FRAME_SAMPLES, SOUND_TOLERANCE, SOURCE_TOLERANCE } from './verify-rendition.ts';

/**
 * Makes renditions and stills in `package/`; `writeCaptions` adds captions later. Each stage runs
 * once, even across restarts.
 */
export async function runStages(job: IngestJob) {
  const { ladder, work } = job;
  const smallest = lastOf(ladder);
  // Smallest first: problems of a film show early, and the seek previews are taken from it.
  const smallestRendition = await makeSmallestRendition(job, smallest);
  job.reportFindings(damageFindings([readDamage(work, smallest.name)]));
  const seconds = secondsOf(smallestRendition);
  // The tools for stills and sound use one core each.
  const [stills, audioRenditions, largerRenditions] = await runBeside(job.abort, [
    () => makeStills(job, { ...smallest, seconds }),
    () => makeSound(job, seconds),
    () => makeLargerPictures(job, seconds),
  ]);
  const videoRenditions = new Map([[smallest.name, smallestRendition], ...largerRenditions]);
  return { seconds, stills, videoRenditions, audioRenditions, checks: readAllChecks(job) };
}

async function makeStills(job: IngestJob, smallest: Rung & { seconds: number }) {
  const { work, reportProgress } = job;
  const stills = await work.stage('stills', () => renderStills(job, smallest));
  await removeUnencrypted(work, smallest.name);
  reportProgress('stills', 1);
  return stills;
}

async function makeSound(job: IngestJob, seconds: number) {
  const renditions = new Map<string, EncryptedRendition>();
  for (const track of job.tracks)
    renditions.set(track.name, await makeAudioRendition(job, { ...track, seconds }));
  job.reportFindings(damageFindings(job.tracks.map(({ name }) => readDamage(job.work, name))));
  return renditions;
}

async function makeLargerPictures(job: IngestJob, seconds: number) {
  const renditions = new Map<string, EncryptedRendition>();
  for (const rung of job.ladder.slice(0, -1).toReversed())
    renditions.set(rung.name, await makeVideoRendition(job, rung, seconds));
  return renditions;
}

/** Ends after all parts, with the error of the first that fails; the others are stopped. */
async function runBeside<T extends unknown[]>(
  abort: AbortController,
  parts: { [Index in keyof T]: () => Promise<T[Index]> },
): Promise<T> {
  const errors: unknown[] = [];
  const stopOthers = (error: unknown) => {
    errors.push(error);
    abort.abort();
    throw error;
  };
  const running = parts.map((part) => part().catch(stopOthers));
  await Promise.allSettled(running);
  if (errors.length > 0) throw errors[0];
  return (await Promise.all(running)) as T;
}

/** By the name of the rendition. */
const readAllChecks = ({ work, ladder, tracks }: IngestJob): Map<string, SourceChecks> =>
  new Map([lastOf(ladder), ...tracks].map(({ name }) => [name, readChecks(work, name)]));

export type StageResults = Awaited<ReturnType<typeof runStages>>;

const makeSmallestRendition = (job: IngestJob, rung: Rung) =>
  makeRendition(job, {
    ...pictureRendition(job, rung, readPictureChecks(job.source, rung)),
    seconds: job.timeline.seconds,
    endTolerance: SOURCE_TOLERANCE,
    keepsUnencrypted: true,
  });

const makeVideoRendition = (job: IngestJob, rung: Rung, seconds: number) =>
  makeRendition(job, { ...pictureRendition(job, rung, null), seconds, endTolerance: 0 });

const pictureRendition = (job: IngestJob, rung: Rung, checks: FindingReader | null) => ({
  name: rung.name,
  framesPerSecond: framesPerSecond(job.source.rate),
  checks,
  encode: (reportFraction: ReportFraction) => encodeVideo(job, { rung, checks, reportFraction }),
});

function makeAudioRendition(job: IngestJob, track: AudioTrack) {
  const checks =
    track.sound && readSoundChecks(track.sound, channelCountOf(job.source, track.sound));
  return makeRendition(job, {
    name: track.name,
    seconds: track.seconds,
    framesPerSecond: SAMPLE_RATE / AAC_FRAME_SAMPLES,
    endTolerance: SOUND_TOLERANCE,
    checks,
    encode: (reportFraction) => encodeAudio(job, { track, checks, reportFraction }),
  });
}

const channelCountOf = ({ streams }: Source, { indexes }: SoundTrack): number =>
  streams.reduce(
    (sum, { index, channels = 0 }) => sum + (indexes.includes(index) ? channels : 0),
    0,
  );
