import { parseArgs } from 'node:util';
import type { Deps } from '#server/deps.ts';
import { MediaError } from '#server/ports/media/errors.ts';
import {
  accept,
  beginReview,
  decline,
  listSubmissions,
  readSubmission,
} from '#server/streaming/submission/review/actions.ts';
import { CommandError, fail } from './failure.ts';
import { lineOf, sheetOf } from './submission-lines.ts';
import { OPTIONS, type Options, termsOf } from './submission-terms.ts';
import { withTill } from './till.ts';

const USAGE = `The films that makers have submitted: lists them, and says yes or no. The maker is told of each step by mail.

  npm run submissions                       all of them, newest first
  npm run submissions -- show 12            everything about film 12, and where its poster lies
  npm run submissions -- review 12          begins to look at it; its maker cannot change it any more
  npm run submissions -- accept 12 --price 149 --date 2026-12-05 --package packages/one-summer
  npm run submissions -- decline 12 --reason "The sound cannot be understood"

accept may be given again, to add what is not known yet:
  --price rupees       of a ticket, before GST; 0 is free
  --date day           from when it streams ("2026-12-05", or "2026-12-05 18:00", India's clock); with it the film goes on show
  --age-rating years   --minutes number   --type MOVIES, SERIES or SHORTS
  --package folder     what npm run ingest made of the film; nothing plays without it
  --channel name       the maker's channel that it goes into, which is made; the maker becomes a producer
  --note words         for the maker

Static pages follow with the next rebuild.`;

type Verb = (deps: Deps, movieId: number, options: Options) => Promise<string>;

const VERBS: Record<string, Verb> = {
  show: async (deps, movieId) => sheetOf(await readSubmission(deps, movieId)),
  review: async (deps, movieId) => {
    await beginReview(deps, movieId);
    return lineFor(deps, movieId);
  },
  accept: async (deps, movieId, options) => {
    await accept(deps, movieId, termsOf(options));
    const { movie } = await readSubmission(deps, movieId);
    const isSilent = movie.active === 'Y' && movie.packageId === null;
    return (
      (await lineFor(deps, movieId)) + (isSilent ? '\nIt has no package yet: nothing plays until it has one.' : '')
    );
  },
  decline: async (deps, movieId, { reason }) => {
    if (!reason?.trim()) throw new CommandError(`Say why: --reason "…"\n\n${USAGE}`);
    await decline(deps, movieId, reason.trim());
    return lineFor(deps, movieId);
  },
};

const lineFor = async (deps: Deps, movieId: number) =>
  lineOf((await listSubmissions(deps)).find(({ movie }) => movie.movieId === movieId)!);

async function list(deps: Deps) {
  const films = await listSubmissions(deps);
  console.log(films.length ? films.map(lineOf).join('\n') : 'No film has been submitted.');
}

async function main() {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: OPTIONS });
  if (values.help) return console.log(USAGE);
  const [verb = 'list', id = '', ...rest] = positionals;
  if (verb === 'list' && !id) return withTill(list);
  const run = VERBS[verb];
  if (!run || !/^[1-9]\d{0,8}$/.test(id) || rest.length) throw new CommandError(`That is not understood.\n\n${USAGE}`);
  if (verb === 'accept') termsOf(values);
  await withTill(async (deps) => console.log(await run(deps, Number(id), values)));
}

await main().catch((error: unknown) => fail(error instanceof MediaError ? new CommandError(error.message) : error));
