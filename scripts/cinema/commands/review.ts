import { z } from 'zod';
import { LIMIT_OPTIONS, limitFields, rowId } from '../fields.ts';
import { detailsResult, facts, listResult } from '../results.ts';
import { column } from '../columns.ts';
import { defineCommands, type CommandGroup } from '../command.ts';

const { readCommand, changeCommand } = defineCommands(() => import('../actions/review.ts'));

const overview = defineCommands(() => import('#server/streaming/reports/overview/actions.ts'));
const oneReview = z.object({ review: rowId });

export const review: CommandGroup = {
  name: 'review',
  summary: 'Reviews by viewers',
  roles: ['moderator'],
  commands: [
    readCommand({
      usage: 'list',
      title: 'List reviews',
      summary: 'Lists reviews, newest first, with hidden ones and those that viewers took back.',
      options: LIMIT_OPTIONS,
      input: z.object(limitFields),
      examples: ['review list --limit 20'],
      run: async ({ deps }, part, { listNewestReviews }) =>
        listResult('reviews', await listNewestReviews(deps, part), {
          reviewId: column.number('number'),
          state: column.text('state'),
          rating: column.number('stars'),
          movieName: column.text('film'),
          by: column.text('viewer'),
          comments: column.text('text'),
        }),
    }),
    overview.readCommand({
      usage: 'recent',
      title: 'Count new reviews',
      summary:
        'Counts the reviews of the last 24 hours, and shows when the newest one was written.',
      input: z.object({}),
      examples: ['review recent'],
      run: async ({ deps }, _, { countNewReviews }) => {
        const { count, newestAt } = await countNewReviews(deps);
        return detailsResult({ count, newestAt }, [facts({ reviews: count, newest: newestAt })]);
      },
    }),
    changeCommand({
      usage: 'hide <review>',
      title: 'Hide a review',
      summary: 'Hides a review from lists and from the average rating. Its author still sees it.',
      details: 'The pages of the site change with the next rebuild.',
      input: oneReview,
      examples: ['review hide 12'],
      run: async (context, { review: id }, { hideOrShowReview: setReviewHidden }) =>
        context.change((deps) => setReviewHidden(deps, id, true)),
    }),
    changeCommand({
      usage: 'show <review>',
      title: 'Show a review again',
      summary: 'Shows a hidden review again.',
      input: oneReview,
      examples: ['review show 12'],
      run: async (context, { review: id }, { hideOrShowReview: setReviewHidden }) =>
        context.change((deps) => setReviewHidden(deps, id, false)),
    }),
  ],
};
