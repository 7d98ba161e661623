import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, parse } from 'node:path';
import { z } from 'zod';
import {
  causeLines,
  countsLine,
  type ImportReport,
  type Progress,
  reportCsv,
  SECTIONS,
} from '#server/streaming/catalogue/import/report.ts';
import type { Deps } from '#server/deps.ts';
import type { Desk } from '../desk.ts';
import { file, flag, whole } from '../fields.ts';
import { doneBy, type Noun } from '../verb.ts';

const { changes } = doneBy(async () => ({
  ...(await import('#server/streaming/catalogue/import/import.ts')),
  ...(await import('#server/operator/audit/actions.ts')),
  ...(await import('#server/streaming/payments/refunds/returns.ts')),
}));

const EVERY_MS = 2000;

/** Says where the import stands: at the end of every phase, and every two seconds within one. Ends it when nobody waits for it any more. */
function progressLines({ say, io }: Desk, isQuiet: boolean) {
  let saidAt = Date.now();
  return ({ phase, done, total }: Progress) => {
    io.signal.throwIfAborted();
    if (isQuiet || (done < total && Date.now() - saidAt < EVERY_MS)) return;
    saidAt = Date.now();
    say(`${phase}: ${done} of ${total}`);
  };
}

const linesOf = ({ sections }: ImportReport): string[] =>
  SECTIONS.flatMap((name) => (sections[name] ? [countsLine(name, sections[name])] : []));

const EXAMPLES = 3;

/** Which films went in without being on show, and what to do about it. */
function heldBackLines({ heldBack }: ImportReport): string[] {
  if (!heldBack.length) return [];
  const examples = heldBack.slice(0, EXAMPLES).map(({ row }) => row);
  const more = heldBack.length > EXAMPLES ? ' …' : '';
  return [
    `Not on show: ${heldBack.length} ${heldBack.length === 1 ? 'film' : 'films'} with a day to stream and no package to play ` +
      `(${examples.join('; ')}${more}). Attach the package (cinema media attach), then cinema movie activate.`,
  ];
}

/** Lists the rows in a file beside the catalogue, or among temporary files where that folder cannot be written. */
async function writeReport(catalogue: string, report: ImportReport): Promise<string> {
  const name = `${parse(catalogue).name}.import-report.csv`;
  const write = async (folder: string) => {
    await writeFile(join(folder, name), reportCsv(report), { mode: 0o600 });
    return join(folder, name);
  };
  return write(dirname(catalogue)).catch(async () => write(await mkdtemp(join(tmpdir(), 'matinee-import-'))));
}

export const bring: Noun = {
  name: 'import',
  about: 'Brings a catalogue file in',
  verbs: [
    changes({
      words: 'import <file>',
      about:
        'Brings a catalogue (JSON, or a table of films as CSV) into the house. Running it again changes only what changed in the file.',
      more: 'Films, collections, coupons, pages, people, channels, reviews. scripts/sample/README.md has the format.\nRows that could not go in, or are not on show, are listed in a file beside the catalogue, with --dry-run too.',
      options: {
        '--media <folder>': 'where the pictures and films that the file names lie; the file’s own folder unless given',
        '--yes <tickets>':
          'the number of tickets that are returned because the file takes films off; required from five tickets on',
        '--quiet': 'says only what could not go in',
      },
      input: z.object({ file, media: file.optional(), yes: whole(0, 1_000_000).optional(), quiet: flag }),
      examples: ['import catalogue.json --media pictures', 'import films.csv --dry-run'],
      run: async (desk, { file: name, media, yes, quiet }, { importCatalogue, rehearse, returnsLine }) => {
        const source = { file: desk.path(name), ...(media && { mediaFolder: desk.path(media) }) };
        const bringIn = ({ db, config: { mediaDir }, now }: Deps) => {
          const onProgress = progressLines(desk, quiet);
          const confirmed = desk.isDry ? 'dry' : yes;
          return importCatalogue({ db, mediaDir, store: desk.media, now: now(), confirmed, onProgress }, source);
        };
        const summaryOf = (report: ImportReport) => [
          ...linesOf(report),
          ...(report.returns ? [returnsLine(report.returns)] : []),
        ];
        const report = await desk.undertake(
          async (deps) => {
            const value = await bringIn(deps);
            const isWhole = !value.rejected.length;
            return { outcome: isWhole ? 'done' : 'partly', said: summaryOf(value).join('; '), value };
          },
          (deps) => rehearse(deps, bringIn, { isLong: true }),
        );
        for (const note of report.notes) desk.io.err(`${note}\n`);
        for (const line of [...causeLines(report), ...heldBackLines(report)]) desk.io.err(`${line}\n`);
        const reportFile =
          report.rejected.length || report.heldBack.length ? await writeReport(source.file, report) : null;
        if (reportFile) desk.io.err(`All of these rows are listed in ${reportFile}\n`);
        const lines = [...(desk.isDry ? ['Would bring in, and nothing was written:'] : []), ...summaryOf(report)];
        return {
          data: { dryRun: desk.isDry, ...report, reportFile },
          lines: quiet ? [] : lines,
          code: report.rejected.length ? 2 : 0,
        };
      },
    }),
  ],
};
