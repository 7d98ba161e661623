import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, parse } from 'node:path';
import { z } from 'zod';
import {
  causeLines,
  countsLine,
  newNameLines,
  type ImportReport,
  type Progress,
  reportCsv,
  SECTIONS,
} from '#server/streaming/import/report.ts';
import type { Deps } from '#server/deps.ts';
import type { ServerCommandContext } from '../server-command-context.ts';
import { EXIT_INTERRUPTED } from '../stop-on-signal.ts';
import { flag, LIMIT_OPTIONS, limitFields, path, rowId, wholeNumber } from '../fields.ts';
import { listResult } from '../results.ts';
import { defineCommands, type CommandGroup } from '../command.ts';
import { column } from '../columns.ts';

const { readCommand, changeCommand } = defineCommands(async () => ({
  ...(await import('#server/streaming/import/import.ts')),
  ...(await import('#server/streaming/import/undo.ts')),
  ...(await import('#server/operator/audit/actions.ts')),
  ...(await import('#server/streaming/booking/withdrawals/withdrawal-refunds.ts')),
}));

const PROGRESS_INTERVAL_MS = 2000;

/** Reports at the end of every phase and every two seconds. */
function createProgressReporter({ printProgress }: ServerCommandContext, isQuiet: boolean) {
  let reportedAt = Date.now();
  return ({ phase, done, total }: Progress) => {
    if (isQuiet || (done < total && Date.now() - reportedAt < PROGRESS_INTERVAL_MS)) return;
    reportedAt = Date.now();
    printProgress(`${phase}: ${done} of ${total}`);
  };
}

const sectionLines = ({ sections }: ImportReport): string[] =>
  SECTIONS.flatMap((name) => (sections[name] ? [countsLine(name, sections[name])] : []));

const STOPPED = 'Stopped. The rows below are saved. Run the same command again to continue';
const STOPPED_BEFORE_ROWS = 'Stopped before the first row was saved. Run the same command again';
const STOPPED_DRY_RUN = 'Stopped before the end of the file';

const MAX_EXAMPLES = 3;

function heldBackLines({ heldBack }: ImportReport): string[] {
  if (!heldBack.length) return [];
  const examples = heldBack.slice(0, MAX_EXAMPLES).map(({ row }) => row);
  const ellipsis = heldBack.length > MAX_EXAMPLES ? ' …' : '';
  return [
    `Not shown: ${heldBack.length} ${heldBack.length === 1 ? 'film' : 'films'} with a streaming date but no package ` +
      `(${examples.join('; ')}${ellipsis}). Attach the package (cinema media attach), then run cinema movie activate.`,
  ];
}

/**
 * Writes next to the catalogue, or to a temporary folder if that folder is not writable. Returns
 * the path.
 */
async function writeReport(catalogueFile: string, report: ImportReport): Promise<string> {
  const name = `${parse(catalogueFile).name}.import-report.csv`;
  const write = async (folder: string) => {
    await writeFile(join(folder, name), reportCsv(report), { mode: 0o600 });
    return join(folder, name);
  };
  return write(dirname(catalogueFile)).catch(async () =>
    write(await mkdtemp(join(tmpdir(), 'matinee-import-'))),
  );
}

export const importGroup: CommandGroup = {
  name: 'import',
  summary: 'Imports a catalogue file; lists and undoes imports',
  roles: ['programmer'],
  commands: [
    changeCommand({
      usage: 'import <file>',
      title: 'Import a catalogue',
      onlyInTerminal: true,
      summary:
        'Imports a catalogue: JSON, or films as CSV. A second run changes only what changed in the file.',
      details:
        'Users, films, collections, channels, coupons, reviews, orders, pages. The format: scripts/sample/README.md.\nRejected rows and films that are not shown are listed in a file next to the catalogue, also with --dry-run.',
      options: {
        '--media <folder>':
          'the folder of the pictures and films that the file names; default the folder of the file',
        '--map <file>':
          'a file that says which columns, elements or keys of another system are the fields of a film (docs/import.md)',
        '--create':
          'create the languages and genres that the cinema does not have; without it, their films are rejected',
        '--yes <tickets>':
          'the number of tickets that are refunded because the file withdraws films; required from five tickets on',
        '--quiet': 'print only rejected rows and films that are not shown',
      },
      input: z.object({
        file: path,
        media: path.optional(),
        map: path.optional(),
        create: flag,
        yes: wholeNumber(0, 1_000_000).optional(),
        quiet: flag,
      }),
      examples: ['import catalogue.json --media pictures', 'import films.csv --dry-run'],
      run: async (
        context,
        { file: name, media, map, create, yes, quiet },
        { importCatalogue, dryRun, describeWithdrawalRefunds: describeRefunds },
      ) => {
        const source = {
          file: context.resolvePath(name),
          mediaFolder: media ? context.resolvePath(media) : undefined,
          mappingFile: map ? context.resolvePath(map) : undefined,
        };
        const runImport = ({ db, config: { mediaDir }, now }: Deps) => {
          const onProgress = createProgressReporter(context, quiet);
          const confirmedRefunds = context.isDry ? 'dry' : yes;
          return importCatalogue(
            {
              db,
              mediaDir,
              store: context.media,
              now: now(),
              confirmedRefunds,
              mayCreateNames: create,
              who: context.io.who,
              onProgress,
              signal: context.io.signal,
            },
            source,
          );
        };
        const stoppedLine = (savedSections: string[]) => {
          if (context.isDry) return STOPPED_DRY_RUN;
          return savedSections.length ? STOPPED : STOPPED_BEFORE_ROWS;
        };
        const summaryLines = (report: ImportReport) =>
          [
            report.isStopped ? stoppedLine(sectionLines(report)) : null,
            ...sectionLines(report),
            report.returns ? describeRefunds(report.returns) : null,
          ].filter((line) => line !== null);
        const undoLines = ({ importRunId, sections }: ImportReport) =>
          importRunId !== null &&
          !context.isDry &&
          Object.values(sections).some(({ added, changed }) => added + changed)
            ? [`To undo it: cinema import undo ${importRunId}`]
            : [];
        const report = await context.runLong(
          async (deps) => {
            const value = await runImport(deps);
            const isComplete = !value.rejected.length && !value.isStopped;
            return {
              outcome: isComplete ? 'done' : 'partly',
              summary: summaryLines(value).join('; '),
              value,
            };
          },
          (deps) => dryRun(deps, runImport, { isLong: true }),
        );
        for (const note of report.notes) context.io.err(`${note}\n`);
        for (const line of [
          ...newNameLines(report.newNames, create),
          ...causeLines(report),
          ...heldBackLines(report),
        ])
          context.io.err(`${line}\n`);
        const reportFile =
          report.rejected.length || report.heldBack.length
            ? await writeReport(source.file, report)
            : null;
        if (reportFile) context.io.err(`All of these rows are listed in ${reportFile}\n`);
        const lines = [
          context.isDry ? 'Would import (dry run, nothing was written):' : null,
          ...summaryLines(report),
          ...undoLines(report),
        ].filter((line) => line !== null);
        return {
          view: 'details',
          data: { dryRun: context.isDry, ...report, reportFile },
          report: quiet && !report.isStopped ? [] : lines,
          exitCode: report.isStopped ? EXIT_INTERRUPTED : report.rejected.length ? 2 : 0,
        };
      },
    }),
    readCommand({
      usage: 'list',
      title: 'List imports',
      summary: 'Lists imports, newest first.',
      options: LIMIT_OPTIONS,
      input: z.object(limitFields),
      examples: ['import list'],
      run: async ({ deps }, filter, { listImports }) =>
        listResult('imports', await listImports(deps, filter), {
          importRunId: column.number('number'),
          startedAt: column.instant('started'),
          who: column.text('who'),
          file: column.text('file'),
          state: column.text('state'),
        }),
    }),
    changeCommand({
      usage: 'undo <number>',
      title: 'Undo an import',
      labels: { number: 'Import' },
      summary:
        'Removes what an import created and restores what it changed, also if the import was stopped.',
      details:
        'What was used or changed since stays as it is, and is named: films with orders, reviews or plays, for example.\nPictures and packages stay on the server: other films may use them.',
      input: z.object({ number: rowId }),
      examples: ['import undo 5 --dry-run'],
      run: async (context, { number }, { undoImport }) =>
        context.change((deps) => undoImport(deps, number)),
    }),
  ],
};
