import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Damage } from './damage.ts';
import type { FindingReader } from './detect/log-reader.ts';
import type { Encoded, EncodingJob, ReportFraction } from './encode.ts';
import {
  type EncryptedRendition,
  encryptRendition,
  readPlaylist,
  roundToMilliseconds,
} from './encrypt-rendition.ts';
import type { Finding } from './findings.ts';
import type { Rung } from './ladder.ts';
import type { Loudness } from './loudness.ts';
import type { ProgressReporter } from './progress.ts';
import type { NamedSound } from './streams/name-sound.ts';
import { type ExpectedRendition, verifyRendition } from './verify-rendition.ts';
import type { WorkFolder } from './work-folder.ts';

export interface IngestJob extends EncodingJob {
  ladder: Rung[];
  tracks: NamedSound[];
  reportProgress: ProgressReporter;
  /** Throws MediaError if a finding stops the film. */
  reportFindings: (findings: Finding[]) => void;
  /** Of all tools that work for the film. */
  signal: AbortSignal;
  abort: AbortController;
}

interface NewRendition extends Omit<ExpectedRendition, 'film'> {
  keepsUnencrypted?: boolean;
  /** Reads what looks wrong in the source while it is encoded. */
  checks: FindingReader | null;
  encode: (reportFraction: ReportFraction) => Promise<Encoded>;
}

/** What was measured of the source of a rendition. */
export interface SourceChecks {
  loudness: Loudness | null;
  findings: Finding[];
}

/** Encodes, checks and encrypts a rendition once, even across restarts. */
export async function makeRendition(
  job: IngestJob,
  rendition: NewRendition,
): Promise<EncryptedRendition> {
  const { name, keepsUnencrypted } = rendition;
  const encrypted = await job.work.stage(name, () => encodeRendition(job, rendition));
  if (!keepsUnencrypted) await removeUnencrypted(job.work, name);
  job.reportProgress(name, 1);
  return encrypted;
}

export const removeUnencrypted = ({ dir }: WorkFolder, name: string) =>
  rm(join(dir, 'clear', name), { recursive: true, force: true });

async function encodeRendition(
  { work, source, timeline, settings, reportProgress, signal }: IngestJob,
  { encode, checks, keepsUnencrypted = false, ...expected }: NewRendition,
): Promise<EncryptedRendition> {
  const { name } = expected;
  reportProgress(name, 0);
  const { damage, loudness } = await encode((fraction) => reportProgress(name, fraction));
  const seconds = secondsOf({ segments: await readPlaylist(work, name) });
  // Frames that cannot be decoded are missing at the end too.
  const endTolerance = damage.count > 0 ? Infinity : expected.endTolerance;
  const run = { cwd: work.dir, signal };
  await verifyRendition({ ...expected, film: source.file, endTolerance }, seconds, run);
  await work.stage(damageStage(name), () => Promise.resolve(damage));
  const film = { seconds, gaps: timeline.picture.gaps };
  await work.stage(checksStage(name), () =>
    Promise.resolve({ loudness, findings: checks?.findings(film) ?? [] }),
  );
  return encryptRendition(work, name, {
    segmentsPerKey: settings.segmentsPerKey,
    keepsUnencrypted,
  });
}

const damageStage = (name: string) => `damage of ${name}`;
/** None for a rendition that an earlier version made. */
export const readDamage = (work: WorkFolder, name: string): Damage =>
  work.resultOf(damageStage(name)) ?? { stream: 'picture', count: 0, at: null };

const checksStage = (name: string) => `checks of ${name}`;
/** None for a rendition that an earlier version made. */
export const readChecks = (work: WorkFolder, name: string): SourceChecks =>
  work.resultOf(checksStage(name)) ?? { loudness: null, findings: [] };

export const secondsOf = ({ segments }: { segments: { durationSeconds: number }[] }) =>
  roundToMilliseconds(segments.reduce((sum, segment) => sum + segment.durationSeconds, 0));
