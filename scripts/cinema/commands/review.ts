import { z } from 'zod';
import { limit, whole } from '../fields.ts';
import { list } from '../print.ts';
import { doneBy, type Noun } from '../verb.ts';

const { reads, changes } = doneBy(() => import('../work/review.ts'));

const oneReview = z.object({ review: whole(1, 2_147_483_647) });

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
      run: async ({ deps }, { limit: most }, { newest }) =>
        list('reviews', await newest(deps, most), {
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
      input: oneReview,
      examples: ['review hide 12'],
      run: async (desk, { review: id }, { hide }) => desk.change((deps) => hide(deps, id, true)),
    }),
    changes({
      words: 'show <review>',
      about: 'Puts a hidden review back.',
      input: oneReview,
      examples: ['review show 12'],
      run: async (desk, { review: id }, { hide }) => desk.change((deps) => hide(deps, id, false)),
    }),
  ],
};
