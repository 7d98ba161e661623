import { parseArgs } from 'node:util';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/errors.ts';
import { newestReviews, setHidden } from '#server/streaming/reviews/moderation.ts';
import { CommandError, fail } from './failure.ts';
import { withTill } from './till.ts';

const USAGE = `Lists what viewers wrote, newest first, and hides what should not be read.

  npm run reviews                the newest 50
  npm run reviews -- hide 12     takes review 12 out of the lists and the average; its author still sees it
  npm run reviews -- show 12     puts it back

Static pages follow with the next rebuild.`;

const NEWEST = 50;
const FIRST_WORDS = 80;

type ReviewRow = Awaited<ReturnType<typeof newestReviews>>[number];

const stateOf = ({ review }: ReviewRow) => {
  if (review.hiddenAt) return 'hidden';
  return review.active === 'Y' ? 'shown' : 'taken back';
};

function lineOf(row: ReviewRow): string {
  const { reviewId, rating, reviewComments } = row.review;
  const words = reviewComments.replace(/\s+/g, ' ').slice(0, FIRST_WORDS);
  return `${reviewId}  ${stateOf(row)}  ${rating}/5  ${row.movieName}  ${row.firstName ?? '-'}: ${words}`;
}

const list = async (deps: Deps) => (await newestReviews(deps, NEWEST)).forEach((row) => console.log(lineOf(row)));

async function change(deps: Deps, reviewId: number, isHidden: boolean) {
  const row = await setHidden(deps, reviewId, isHidden).catch((error: unknown) => {
    throw error instanceof AppError ? new CommandError(`There is no review ${reviewId}`) : error;
  });
  console.log(lineOf(row));
}

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) return console.log(USAGE);
  const [verb, id, ...rest] = positionals;
  if (!verb) return withTill(list);
  const isUnderstood = (verb === 'hide' || verb === 'show') && /^[1-9]\d{0,8}$/.test(id ?? '') && !rest.length;
  if (!isUnderstood) throw new CommandError(`That is not understood.\n\n${USAGE}`);
  await withTill((deps) => change(deps, Number(id), verb === 'hide'));
}

await main().catch(fail);
