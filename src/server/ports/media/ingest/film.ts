import { mkdtempDisposable, rename, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { DeliveryReport } from '#domain/delivery-report.ts';
import type { PackageManifest } from '#domain/playlist.ts';
import { wrapWriteErrors } from '../errors.ts';
import { playedSeconds } from './announced.ts';
import { readCaptions } from './captions/captions.ts';
import { chooseCaptionFiles } from './captions/find-caption-files.ts';
import { refreshCaptions } from './captions/refresh.ts';
import { replacedSubtitles } from './captions/subtitles.ts';
import { captionsWithoutFile, writeCaptions } from './captions/write-captions.ts';
import { encoderVersion } from './encoder-version.ts';
import { type Finding, requireAccepted } from './findings.ts';
import { ladderFor, withAv1 } from './ladder.ts';
import { readExistingPackage, writeManifest } from './manifest.ts';
import { finishedStages, hasAv1, isComplete, withExistingCaptions } from './mend.ts';
import { probe } from './probe.ts';
import { createProgressReporter } from './progress.ts';
import { measuredReport, refreshReport } from './report/build-report.ts';
import { sourceDigest, type IngestOptions, resolveSettings } from './settings.ts';
import { checkSpace, neededBytes } from './space.ts';
import { runStages } from './stages.ts';
import { choiceDigest } from './streams/choice-digest.ts';
import { nameSounds } from './streams/name-sound.ts';
import { streamFindings } from './streams/stream-findings.ts';
import { readTimeline } from './timeline.ts';
import { checkIsWhole, timelineFindings } from './timeline-findings.ts';
import { anySignal } from './tools.ts';
import { releaseWorkFolder, openWorkFolder } from './work-folder.ts';

export interface IngestResult {
  manifest: PackageManifest;
  /**
   * `unchanged`: the package existed; `captions`: it existed and got new captions; `mended`: it
   * existed and lacked files.
   */
  outcome: 'made' | 'unchanged' | 'captions' | 'mended';
  /** What the operator should know about the film. */
  findings: Finding[];
  report: DeliveryReport;
}

const WRITE_ERROR_CODES = new Set(['ENOSPC', 'EDQUOT', 'EACCES', 'EPERM', 'EROFS', 'ENOTDIR']);

/**
 * Writes a complete package to `outDir`; an interrupted run continues. Throws MediaError,
 * MediaFolderError, ToolMissing.
 */
export async function ingestFilm(options: IngestOptions): Promise<IngestResult> {
  const [file, outDir] = [resolve(options.source), resolve(options.outDir)];
  const settings = resolveSettings(options);
  const source = await probe(file, {
    signal: options.signal,
    separateTracks: options.separateTracks,
  });
  const tracks = nameSounds(source.sounds, settings.language);
  await using folder = await mkdtempDisposable(join(tmpdir(), 'matinee-captions-'));
  const excludedLanguages = options.withoutCaptions ?? [];
  const chosen = await chooseCaptionFiles(file, options.captions ?? [], excludedLanguages);
  const captions = await readCaptions(chosen.files, folder.path, {
    encoding: options.captionEncoding,
    filmSeconds: playedSeconds(source.announced),
  });
  const choice = choiceDigest({ ...source, picture: source.index, sounds: tracks });
  const digest = await sourceDigest(file, settings, {
    encoderVersion: encoderVersion(source),
    choice,
  });
  const findings = [
    ...streamFindings(source, source.index, tracks),
    ...chosen.findings,
    ...captions.findings,
    ...replacedSubtitles(source, captions.files),
  ];
  requireAccepted(findings, options.accept ?? []);

  const existing = await readExistingPackage(outDir, digest);
  if (!existing) return { ...(await makePackage()), outcome: 'made', findings };
  if (!(await isComplete(outDir, existing)))
    return { ...(await makePackage(existing)), outcome: 'mended', findings };
  findings.push(
    ...captionsWithoutFile(existing, { files: captions.files, source, excludedLanguages }),
  );
  const { manifest, isChanged } = await refreshCaptions(outDir, existing, {
    files: captions.files,
    excludedLanguages,
  });
  const report = await refreshReport(outDir, { source, tracks, manifest, findings });
  return { manifest, report, outcome: isChanged ? 'captions' : 'unchanged', findings };

  function reportFindings(found: Finding[]): void {
    findings.push(...found);
    requireAccepted(findings, options.accept ?? []);
  }

  async function makePackage(
    existing?: PackageManifest,
  ): Promise<Pick<IngestResult, 'manifest' | 'report'>> {
    const { onProgress } = options;
    const abort = new AbortController();
    const signal = anySignal(abort.signal, options.signal);
    const timeline = await readTimeline(source, { signal });
    checkIsWhole(source, timeline);
    reportFindings(timelineFindings(timeline));
    const workDir = `${outDir}.part`;
    const incomplete = existing && { folder: outDir, done: await finishedStages(outDir, existing) };
    const work = await wrapKnownWriteErrors(workDir, () =>
      openWorkFolder(workDir, { digest, incomplete, signal }),
    );
    try {
      return await wrapKnownWriteErrors(workDir, async () => {
        const rungs = ladderFor(source);
        const ladder = (existing ? hasAv1(existing) : options.av1) ? withAv1(rungs) : rungs;
        const kbps = [
          ...ladder.map(({ maxKbps }) => maxKbps),
          ...tracks.map(() => settings.audioKbps),
        ];
        const needed = neededBytes({ kbps, seconds: timeline.seconds });
        options.onStart?.({ neededBytes: needed });
        await checkSpace(workDir, needed);
        const reportProgress = createProgressReporter(work, ladder, tracks, onProgress);
        const job = {
          work,
          source,
          timeline,
          settings,
          ladder,
          tracks,
          reportProgress,
          reportFindings,
          signal,
          abort,
        };
        const parts = await runStages(job);
        const writtenCaptions = await writeCaptions(
          work,
          source,
          { files: captions.files, excludedLanguages },
          { signal },
        );
        findings.push(...writtenCaptions.findings);
        const captionTracks = await withExistingCaptions(work, {
          captions: writtenCaptions.captions,
          existing,
          excludedLanguages,
        });
        findings.push(...[...parts.checks.values()].flatMap((each) => each.findings));
        const manifest = await writeManifest(job, {
          stageResults: parts,
          captions: captionTracks,
          digest,
        });
        const report = await measuredReport(work, { source, tracks, manifest, findings }, parts);
        await rmdir(outDir).catch(() => undefined);
        await rename(join(workDir, 'package'), outDir);
        await work.close();
        return { manifest, report };
      });
    } finally {
      await releaseWorkFolder(workDir);
    }
  }
}

/**
 * Turns write errors into MediaFolderError: a full disk or a missing permission is not the fault of
 * the film.
 */
async function wrapKnownWriteErrors<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!WRITE_ERROR_CODES.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return wrapWriteErrors(folder, () => Promise.reject(error as Error));
  }
}
