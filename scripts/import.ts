import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { readConfig } from '#server/config.ts';
import { openDatabase } from '#server/db/open.ts';
import { MediaFolderError } from '#server/ports/media/errors.ts';
import { importCatalogue } from '#server/streaming/catalogue/import/import.ts';
import { ImportError } from '#server/streaming/catalogue/import/errors.ts';
import {
  countsLine,
  type ImportReport,
  type Progress,
  rejectionLine,
  SECTIONS,
} from '#server/streaming/catalogue/import/report.ts';
import { CommandError, fail } from './failure.ts';

const USAGE = `Brings a catalogue into the house. Running it again changes only what changed in the file.

  node scripts/import.ts catalogue.json [options]
  node scripts/import.ts films.csv [options]

  --media folder   where the pictures and films that the file names lie; the file's own folder unless given
  --quiet          prints only the rows that could not go in

Exit code: 0 when everything went in, 2 when some rows were rejected, 1 when nothing could be done.`;

const EVERY_MS = 2000;
const REJECTED = 2;

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      media: { type: 'string' },
      quiet: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return undefined;
  const [file, ...rest] = positionals;
  if (!file || rest.length > 0) throw new ImportError(`Name one catalogue file.\n\n${USAGE}`);
  return { file, mediaFolder: values.media, isQuiet: values.quiet };
}

/** Prints where the import stands: at the end of every phase, and every two seconds within one. */
function progressLines() {
  let last: Progress | undefined;
  let printedAt = Date.now();
  const print = () => {
    if (last) console.log(`${last.phase}: ${last.done} of ${last.total}`);
    printedAt = Date.now();
  };
  const timer = setInterval(print, EVERY_MS);
  const onProgress = (progress: Progress) => {
    last = progress;
    if (progress.done === progress.total || Date.now() - printedAt >= EVERY_MS) print();
  };
  return { onProgress, stop: () => clearInterval(timer) };
}

function printReport({ sections, rejected }: ImportReport, isQuiet: boolean) {
  for (const rejection of rejected) console.error(rejectionLine(rejection));
  if (isQuiet) return;
  for (const name of SECTIONS) if (sections[name]) console.log(countsLine(name, sections[name]));
}

async function main(): Promise<number> {
  const wanted = readArguments();
  if (!wanted) {
    console.log(USAGE);
    return 0;
  }
  // An import signs nobody in, so it needs no secrets that last.
  const throwAway = () => ({
    tokenSecret: randomBytes(32).toString('hex'),
    otpPepper: randomBytes(32).toString('hex'),
  });
  const { databaseUrl, mediaDir } = readConfig(process.env, throwAway);
  const database = await openDatabase(databaseUrl);
  const progress = wanted.isQuiet ? undefined : progressLines();
  try {
    const report = await importCatalogue(
      { db: database.db, mediaDir, now: new Date(), onProgress: progress?.onProgress },
      wanted,
    );
    printReport(report, wanted.isQuiet);
    return report.rejected.length > 0 ? REJECTED : 0;
  } finally {
    progress?.stop();
    await database.close();
  }
}

const isForPeople = (error: unknown): error is Error =>
  error instanceof ImportError ||
  error instanceof MediaFolderError ||
  String((error as { code?: string }).code).startsWith('ERR_PARSE_ARGS');

process.exitCode = await main().catch((error: unknown) =>
  fail(isForPeople(error) ? new CommandError(error.message) : error),
);
