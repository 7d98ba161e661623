import { z } from 'zod';
import { toRupees } from '#domain/pricing.ts';
import { file, moment, rupees, text, whole } from '../fields.ts';
import { list, sheet } from '../print.ts';
import { doneBy, type Noun } from '../verb.ts';

const { reads, changes } = doneBy(async () => ({
  ...(await import('#server/streaming/submission/review/actions.ts')),
  ...(await import('../work/submission.ts')),
}));

const FILM = '<film> is the number that `cinema submission list` shows.';
const TYPES = ['MOVIES', 'SERIES', 'SHORTS'] as const;
const ANNOUNCED =
  'It has no package yet: it is announced, and no ticket is sold until it has one (cinema media attach).';
const HELD_BACK =
  'It is not on show: it has no package to play. Attach one (cinema media attach), then cinema movie activate.';
const film = whole(1, 2_147_483_647);

export const submission: Noun = {
  name: 'submission',
  about: 'Films that makers have submitted: look at them, say yes or no',
  verbs: [
    reads({
      words: 'list',
      about: 'Lists submitted films, newest first, with how far each has come.',
      input: z.object({}),
      examples: ['submission list'],
      run: async ({ deps }, _, { linesOfAll }) =>
        list('submissions', await linesOfAll(deps), {
          movieId: 'no',
          stage: 'stage',
          submittedAt: 'submitted',
          movieName: 'name',
          movieNameEn: 'in English',
          contactName: 'maker',
          fee: 'fee',
        }),
    }),
    reads({
      words: 'show <film>',
      about: 'Shows everything that a maker wrote of a film, and where its poster lies.',
      more: FILM,
      input: z.object({ film }),
      examples: ['submission show 12'],
      run: async ({ deps }, given, { factsOf }) => {
        const facts = await factsOf(deps, given.film);
        return { data: facts, lines: sheet(facts) };
      },
    }),
    changes({
      words: 'review <film>',
      about: 'Begins to look at a film; its maker cannot change it any more, and is told by mail.',
      more: FILM,
      input: z.object({ film }),
      examples: ['submission review 12'],
      run: async (desk, { film: id }, { moving, beginReview }) =>
        desk.change((deps) => moving(deps, id, () => beginReview(deps, id))),
    }),
    changes({
      words: 'accept <film>',
      about: 'Says yes. With a day and a package the film goes on show; given again, it adds what was not known yet.',
      more: `${FILM}\nStatic pages follow with the next rebuild.`,
      options: {
        '--price <rupees>': 'of a ticket, before GST; 0 is free',
        '--date <moment>': 'from when it streams, by India’s clock',
        '--age <years>': 'from which age it may be seen',
        '--minutes <number>': 'how long it runs',
        '--type <type>': TYPES.join(', '),
        '--package <folder>': 'what plays, as `cinema media ingest` made it',
        '--channel <name>': 'the maker’s channel that it goes into, which is made; the maker becomes a producer',
        '--note <words>': 'for the maker',
      },
      input: z.object({
        film,
        price: rupees.optional(),
        date: moment.optional(),
        age: whole(0, 99).optional(),
        minutes: whole(0, 10_000).optional(),
        type: z.enum(TYPES, `must be one of ${TYPES.join(', ')}`).optional(),
        package: file.optional(),
        channel: text().optional(),
        note: text(2000).optional(),
      }),
      examples: ['submission accept 12 --price 149 --date "2026-12-05 18:00" --package packages/one-summer'],
      run: async (desk, { film: id, price, age, package: folder, ...terms }, { moving, accept, factsOf }) => {
        const packageFolder = folder === undefined ? undefined : desk.path(folder);
        const inRupees = price === undefined ? undefined : toRupees(price);
        const wanted = { ...terms, price: inRupees, ageRating: age, packageFolder };
        const answer = await desk.change((deps) => moving(deps, id, () => accept(deps, id, wanted, desk.media)));
        const { active, plays } = await factsOf(desk.deps, id);
        if (plays || (active !== 'Y' && !terms.date)) return answer;
        return { ...answer, lines: [...answer.lines, active === 'Y' ? ANNOUNCED : HELD_BACK] };
      },
    }),
    changes({
      words: 'decline <film>',
      about: 'Says no, with the reason for the maker. This is final; the film may be submitted anew.',
      more: FILM,
      options: { '--reason <words>': 'why' },
      input: z.object({ film, reason: text(2000) }),
      examples: ['submission decline 12 --reason "The sound cannot be understood"'],
      run: async (desk, { film: id, reason }, { moving, decline }) =>
        desk.change((deps) => moving(deps, id, () => decline(deps, id, reason))),
    }),
  ],
};
