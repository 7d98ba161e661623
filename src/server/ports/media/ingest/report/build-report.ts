import { basename, join } from 'node:path';
import type { DeliveredSound, DeliveryReport, ReportedFinding } from '#domain/delivery-report.ts';
import type { PackageManifest } from '#domain/playlist.ts';
import { withoutUndefined } from '#domain/without-undefined.ts';
import { describeFinding, type Finding, MEASURED_CODES, severityOf } from '../findings.ts';
import type { Loudness } from '../loudness.ts';
import type { Source } from '../probe.ts';
import type { NamedSound } from '../streams/name-sound.ts';
import type { StageResults } from '../stages.ts';
import type { WorkFolder } from '../work-folder.ts';
import { deliveredStreams } from './delivered-streams.ts';
import { readReport, writeReport } from './report-file.ts';

interface ReportedFilm {
  source: Source;
  tracks: NamedSound[];
  manifest: PackageManifest;
  findings: Finding[];
}

/** Of a film that was encoded now. Parts that an earlier run encoded are as its report says. */
export async function measuredReport(
  work: WorkFolder,
  film: ReportedFilm,
  { checks }: StageResults,
) {
  const folder = join(work.dir, 'package');
  const saved = await readReport(folder);
  const report = buildReport(film, withSavedFindings(film, saved), (name) => ({
    ...savedLoudness(saved, name),
    ...toMeasured(checks.get(name)?.loudness),
  }));
  await writeReport(folder, report);
  return report;
}

/**
 * Of a film whose package exists, with what its first run measured. Stores the report if it is
 * another one than before.
 */
export async function refreshReport(folder: string, film: ReportedFilm): Promise<DeliveryReport> {
  const saved = await readReport(folder);
  const report = buildReport(film, withSavedFindings(film, saved), (name) =>
    savedLoudness(saved, name),
  );
  if (saved && JSON.stringify(saved) !== JSON.stringify(report)) await writeReport(folder, report);
  return report;
}

function withSavedFindings(
  { findings }: ReportedFilm,
  saved: DeliveryReport | null,
): ReportedFinding[] {
  const now = findings.map(reportedFinding);
  const subjects = new Set(now.map(subjectOf));
  const measured =
    saved?.findings.filter((each) => isMeasured(each) && !subjects.has(subjectOf(each))) ?? [];
  return [...now, ...measured];
}

/** Subtitles inside of the film have no file: they are read while the film is encoded. */
const isAboutSubtitles = ({ values }: ReportedFinding) => values['file'] === null;
const isMeasured = (finding: ReportedFinding) =>
  MEASURED_CODES.has(finding.code) || isAboutSubtitles(finding);
const subjectOf = (finding: ReportedFinding) =>
  isAboutSubtitles(finding)
    ? `${finding.code} ${String(finding.values['language'])}`
    : finding.code;

type MeasuredSound = Pick<DeliveredSound, 'loudnessLufs' | 'truePeakDb'>;

function savedLoudness(saved: DeliveryReport | null, name: string): MeasuredSound {
  const { loudnessLufs, truePeakDb } = saved?.sounds.find((each) => each.name === name) ?? {};
  return withoutUndefined({ loudnessLufs, truePeakDb });
}

/** Silence has −Infinity, which the state of an interrupted run holds as null. */
function toMeasured(loudness: Loudness | null | undefined): MeasuredSound {
  const { integrated, truePeak } = loudness ?? {};
  return withoutUndefined({
    loudnessLufs: Number.isFinite(integrated) ? integrated : undefined,
    truePeakDb: Number.isFinite(truePeak) ? truePeak : undefined,
  });
}

const buildReport = (
  { source, tracks, manifest }: ReportedFilm,
  findings: ReportedFinding[],
  loudnessOf: (name: string) => MeasuredSound,
): DeliveryReport => ({
  version: 1,
  file: basename(source.file),
  container: source.demuxer,
  seconds: manifest.durationSeconds,
  startSeconds: source.startSeconds,
  streams: deliveredStreams(source, tracks, manifest),
  sounds: tracks.map((track) => ({ ...deliveredSound(track), ...loudnessOf(track.name) })),
  findings,
});

const reportedFinding = (finding: Finding): ReportedFinding => ({
  code: finding.code,
  severity: severityOf(finding),
  values: { ...finding.values },
  text: describeFinding(finding),
});

const deliveredSound = ({ name, language, role, sound }: NamedSound): DeliveredSound => ({
  name,
  streams: sound?.indexes ?? [],
  language,
  role: role ?? undefined,
  joinedTo: sound?.layout ?? undefined,
});
