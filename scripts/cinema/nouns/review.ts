import { z } from 'zod';
import { AppError } from '#server/errors.ts';
import type { Deps } from '#server/deps.ts';
import { changeOf } from '#server/operator/change.ts';
import { findReview, newestReviews, setHidden } from '#server/streaming/reviews/moderation.ts';
import { CommandError } from '../../failure.ts';
import { limit, whole } from '../fields.ts';
import { list } from '../print.ts';
import { changes, type Noun, reads } from '../verb.ts';

const review_ = z.object({ review: whole(1, 2_147_483_647) });

type Row = Awaited<ReturnType<typeof newestReviews>>[number];

const factsOf = ({ review, movieName, firstName }: Row) => ({
  reviewId: review.reviewId,
  state: review.hiddenAt ? 'hidden' : review.active === 'Y' ? 'shown' : 'taken back',
  rating: review.rating,
  movieName,
  by: firstName,
  createdOn: review.createdOn,
  comments: review.reviewComments,
});

async function hide(deps: Deps, reviewId: number, isHidden: boolean) {
  const before = await findReview(deps, reviewId).catch(inWords(reviewId));
  const after = await setHidden(deps, reviewId, isHidden);
  return changeOf(`review ${reviewId}`, { state: factsOf(before).state }, { state: factsOf(after).state });
}

const inWords = (reviewId: number) => (error: unknown) => {
  throw error instanceof AppError ? new CommandError(`There is no review ${reviewId}`) : error;
};

export const review: Noun = {
  name: 'review',
  about: 'What viewers wrote',
  verbs: [
    reads({
      words: 'list',
      about: 'Lists reviews, newest first, with those that are hidden or taken back.',
      options: { '--limit <number>': 'how many; 50 unless given' },
      input: z.object({ limit }),
      examples: ['review list --limit 20'],
      run: async ({ deps }, { limit: most }) =>
        list('reviews', (await newestReviews(deps, most)).map(factsOf), {
          reviewId: 'no',
          state: 'state',
          rating: 'stars',
          movieName: 'film',
          by: 'by',
          comments: 'words',
        }),
    }),
    changes({
      words: 'hide <review>',
      about: 'Takes a review out of the lists and the average; its author still sees it.',
      more: 'Static pages follow with the next rebuild.',
      input: review_,
      examples: ['review hide 12'],
      run: async (desk, { review: id }) => desk.change((deps) => hide(deps, id, true)),
    }),
    changes({
      words: 'show <review>',
      about: 'Puts a hidden review back.',
      input: review_,
      examples: ['review show 12'],
      run: async (desk, { review: id }) => desk.change((deps) => hide(deps, id, false)),
    }),
  ],
};
