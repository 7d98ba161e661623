import { z } from 'zod';
import { type Credit, parseCredit } from '#domain/crew.ts';
import { MOVIE_TYPES } from '#domain/film.ts';
import { DATE_EXAMPLES } from '#domain/parse-instant.ts';
import { changeOf } from '#server/operator/change.ts';
import type { FilmChange } from '#server/streaming/catalogue/manage/films.ts';
import type { FilmFiles } from '#server/streaming/catalogue/manage/media.ts';
import { commaList, file, flag, limit, listed, moment, rupees, text, whole } from '../fields.ts';
import type { Desk } from '../desk.ts';
import { list, sheet } from '../print.ts';
import { doneBy, type Noun } from '../verb.ts';

const { reads, changes } = doneBy(async () => ({
  ...(await import('#server/streaming/catalogue/manage/films.ts')),
  ...(await import('#server/streaming/catalogue/manage/media.ts')),
  ...(await import('#server/streaming/payments/refunds/returns.ts')),
}));

const FILM = '<film> is the key in its address, the reference of its catalogue, or its number.';
const WITHOUT_FILM = 'although the film has no package yet: it is announced, and tickets are sold once it has one';
const NOTHING = 'say what is to change; --help shows what can';
const type = z.enum(MOVIE_TYPES, `must be one of ${MOVIE_TYPES.join(', ')}`);
const year = z.string().regex(/^\d{4}$/, 'must be a year');

const CREDIT = 'must be a name and a role, as in "Asha Rao=Director"';
/** As the CSV of a catalogue has it. */
const credit = z.string().transform((typed, context): Credit => {
  const { actorName, actorRole } = parseCredit(typed);
  const read = z.object({ actorName: text(), actorRole: text() }).safeParse({ actorName, actorRole });
  if (read.success) return read.data;
  context.addIssue(CREDIT);
  return z.NEVER;
});

const FACT_OPTIONS = {
  '--name-en <name>': 'its English name',
  '--synopsis <words>': 'what it is about, in English',
  '--synopsis-own <words>': 'the same in its own language',
  '--minutes <number>': 'how long it runs',
  '--age <years>': 'from which age it may be seen',
  '--genres <names>': 'its genres, main one first, with commas between',
  '--cast <name=role>': { about: 'who played or made it; give it again for each person, in their order', isMany: true },
  '--country <name>': 'where it was made',
  '--produced <year>': 'when it was made',
  '--released <year>': 'when it was first shown',
  '--poster <file>': 'upright picture (2:3)',
  '--banner <file>': 'wide picture (16:9)',
  '--trailer <file>': 'MP4',
  '--teaser <file>': 'MP4',
  '--package <folder>': 'what plays, as `cinema media ingest` made it',
} as const;
const facts = {
  nameEn: text().optional(),
  synopsis: text(20_000).optional(),
  synopsisOwn: text(20_000).optional(),
  minutes: whole(0, 10_000).optional(),
  age: whole(0, 99).optional(),
  genres: commaList(listed()).optional(),
  cast: z.array(credit).max(500).optional(),
  country: text(100).optional(),
  produced: year.optional(),
  released: year.optional(),
};
const files = {
  poster: file.optional(),
  banner: file.optional(),
  trailer: file.optional(),
  teaser: file.optional(),
  package: file.optional(),
};

type Facts = z.infer<z.ZodObject<typeof facts>>;
const factsOf = (given: Facts): FilmChange => ({
  movieNameEn: given.nameEn,
  movieDescription: given.synopsis,
  movieDescriptionOwn: given.synopsisOwn,
  runningTime: given.minutes,
  ageRating: given.age,
  genres: given.genres,
  cast: given.cast,
  countryOfProduction: given.country,
  yearProduced: given.produced,
  yearReleased: given.released,
});

const filesOf = (desk: Desk, given: FilmFiles): FilmFiles =>
  Object.fromEntries(
    (Object.keys(files) as (keyof FilmFiles)[]).flatMap((name) =>
      given[name] ? [[name, desk.path(given[name])]] : [],
    ),
  );

const COLUMNS = {
  movieId: 'no',
  importRef: 'reference',
  movieKey: 'key',
  movieName: 'name',
  movieType: 'type',
  primaryLanguage: 'language',
  ticketRate: 'rupees',
  streamingStartDate: 'streams from',
  active: 'shown',
} as const;

export const movie: Noun = {
  name: 'movie',
  about: 'Films, series and shorts: what they are, what they cost, when they open',
  verbs: [
    reads({
      words: 'list',
      about: 'Lists films, newest first.',
      options: {
        '--name <words>': 'only those whose name or reference has this in it',
        '--language <name>': 'only those in this language',
        '--type <type>': `only ${MOVIE_TYPES.join(', ')}`,
        '--hidden': 'only those that are not shown',
        '--limit <number>': 'how many; 50 unless given',
      },
      input: z.object({
        name: text().optional(),
        language: text().optional(),
        type: type.optional(),
        hidden: flag,
        limit,
      }),
      examples: ['movie list --language Tamil', 'movie list --hidden --json'],
      run: async ({ deps }, { hidden, ...filter }, { findFilms }) =>
        list('movies', await findFilms(deps, { ...filter, active: hidden ? 'N' : undefined }), COLUMNS),
    }),
    reads({
      words: 'show <film>',
      about: 'Shows everything about a film.',
      more: FILM,
      input: z.object({ film: text() }),
      examples: ['movie show night-rail'],
      run: async ({ deps }, { film }, { showFilm }) => {
        const shown = await showFilm(deps, film);
        return { data: shown, lines: sheet(shown) };
      },
    }),
    changes({
      words: 'add <name>',
      about: 'Adds a film. It is not shown until `cinema movie activate`.',
      options: {
        '--type <type>': `${MOVIE_TYPES.join(', ')}; MOVIES unless given`,
        '--language <name>': 'its language, one of `cinema language list`',
        '--price <rupees>': 'of a ticket, before GST; 0 is free',
        '--ref <reference>': 'what you call it; made of its name unless given',
        ...FACT_OPTIONS,
      },
      input: z.object({
        name: text(),
        type: type.default('MOVIES'),
        language: text(),
        price: rupees,
        ref: text().optional(),
        ...facts,
        ...files,
      }),
      examples: [
        'movie add "The Long Monsoon" --language English --price 149 --minutes 112 --age 13 --poster poster.jpg',
      ],
      run: async (desk, { name, type: movieType, language, price, ref, ...given }, { addFilm, keepFiles }) => {
        const media = await keepFiles(desk.media, filesOf(desk, given));
        const film = {
          ...factsOf(given),
          movieName: name,
          movieType,
          primaryLanguage: language,
          ticketRate: price,
          ref,
        };
        return desk.change((deps) => addFilm(deps, film, media));
      },
    }),
    changes({
      words: 'edit <film>',
      about: 'Changes what is given of a film, and leaves the rest.',
      more: FILM,
      options: {
        '--name <name>': 'its name, in its own script',
        '--type <type>': MOVIE_TYPES.join(', '),
        '--language <name>': 'its language, one of `cinema language list`',
        ...FACT_OPTIONS,
      },
      input: z
        .object({
          film: text(),
          name: text().optional(),
          type: type.optional(),
          language: text().optional(),
          ...facts,
          ...files,
        })
        .refine((given) => Object.values(given).filter((each) => each !== undefined).length > 1, NOTHING),
      examples: [
        'movie edit night-rail --minutes 118 --genres Drama,Mystery',
        'movie edit night-rail --cast "Asha Rao=Director" --cast "Nithin Menon=The guard"',
      ],
      run: async (desk, { film, name, type: movieType, language, ...given }, { editFilm, keepFiles }) => {
        const media = await keepFiles(desk.media, filesOf(desk, given));
        const wanted = { ...factsOf(given), movieName: name, movieType, primaryLanguage: language };
        return desk.change((deps) => editFilm(deps, film, wanted, media));
      },
    }),
    changes({
      words: 'price <film> <rupees>',
      about: 'Says what a ticket costs, before GST. Tickets that are sold keep their price.',
      more: FILM,
      input: z.object({ film: text(), rupees }),
      examples: ['movie price night-rail 149'],
      run: async (desk, { film, rupees: ticketRate }, { editFilm }) =>
        desk.change((deps) => editFilm(deps, film, { ticketRate })),
    }),
    changes({
      words: 'schedule <film> <moment>',
      about: 'Says from when a film streams, by India’s clock; `never` takes it out of the programme.',
      more: `${FILM}\nTickets sold for earlier hours stop a later opening, unless --even-if-sold.`,
      options: {
        '--release <moment>': 'its release date, where that is another',
        '--even-if-sold': 'although tickets were sold for hours before that',
        '--even-without-film': WITHOUT_FILM,
      },
      input: z.object({
        film: text(),
        moment: z.union(
          [z.literal('never').transform(() => null), moment],
          `must be a moment, as in ${DATE_EXAMPLES}, now, or never`,
        ),
        release: moment.optional(),
        evenIfSold: flag,
        evenWithoutFilm: flag,
      }),
      examples: ['movie schedule night-rail "2026-12-05 18:00"', 'movie schedule night-rail now'],
      run: async (desk, { film, moment: start, release, ...even }, { scheduleFilm }) =>
        desk.change((deps) => scheduleFilm(deps, film, start, { releaseDate: release, ...even })),
    }),
    changes({
      words: 'activate <film>',
      about: 'Puts a film on show.',
      more: `${FILM}\nIts pages come with the next rebuild.`,
      options: { '--even-without-film': WITHOUT_FILM },
      input: z.object({ film: text(), evenWithoutFilm: flag }),
      examples: ['movie activate night-rail'],
      run: async (desk, { film, evenWithoutFilm }, { activateFilm }) =>
        desk.change((deps) => activateFilm(deps, film, evenWithoutFilm)),
    }),
    changes({
      words: 'withdraw <film>',
      about: 'Takes a film off. Open tickets that nobody played are refunded by themselves.',
      more: `${FILM}\nWith --dry-run it says how many tickets are returned, and how much money.`,
      options: {
        '--yes <tickets>': 'the number of tickets that are returned; required from five tickets on',
      },
      input: z.object({ film: text(), yes: whole(0, 1_000_000).optional() }),
      examples: ['movie withdraw night-rail', 'movie withdraw night-rail --yes 12'],
      run: async (desk, { film, yes }, { withdrawFilm, showFilm, returnsOf, confirmReturns }) =>
        desk.change(async (deps) => {
          const { movieId } = await showFilm(deps, film);
          const returns = await returnsOf(deps.db, deps.now(), [Number(movieId)]);
          const changes = await withdrawFilm(deps, film);
          if (!changes.length || !returns.tickets) return changes;
          if (!desk.isDry) confirmReturns(returns, yes);
          return [...changes, ...changeOf('money that is returned', null, { ...returns })];
        }),
    }),
    changes({
      words: 'remove <film>',
      about: 'Deletes a film that was never sold: it has no order, play or review.',
      more: `${FILM}\nIts page goes with the next rebuild. Its pictures, videos and package stay in MEDIA_DIR: other films may use them.`,
      input: z.object({ film: text() }),
      examples: ['movie remove night-rail'],
      run: async (desk, { film }, { removeFilm }) => desk.change((deps) => removeFilm(deps, film)),
    }),
  ],
};
