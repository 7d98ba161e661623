import { z } from 'zod';
import {
  argument,
  DRY_RUN,
  option,
  quotedCommand,
  sentence,
  word,
} from '#domain/format/sentence.ts';
import { type Credit, formatCredit } from '#domain/crew.ts';
import { FILM_FIELDS } from '#domain/film-fields.ts';
import { MOVIE_TYPES } from '#domain/film.ts';
import { DATE_EXAMPLES } from '#domain/parse-instant.ts';
import { changeOf } from '#server/operator/change.ts';
import type { FilmFiles } from '#server/streaming/catalogue/manage/media.ts';
import {
  LIMIT_OPTIONS,
  flag,
  limitFields,
  moment,
  path,
  rupeesAsPaise,
  text,
  wholeNumber,
} from '../fields.ts';
import type { ServerCommandContext } from '../server-command-context.ts';
import { column } from '../columns.ts';
import { INPUT_COLUMNS, FACT_LABELS, FACT_OPTIONS, factShape, factsOf } from '../film-facts.ts';
import { facts as factsPart, listResult } from '../results.ts';
import { defineCommands, type CommandGroup } from '../command.ts';

const { readCommand, changeCommand } = defineCommands(async () => ({
  ...(await import('#server/streaming/catalogue/manage/films.ts')),
  ...(await import('#server/streaming/catalogue/manage/media.ts')),
  ...(await import('#server/streaming/booking/withdrawals/withdrawal-refunds.ts')),
}));

const FILM = sentence`${argument('film')} is the key in the film’s URL, its catalogue reference, or its number.`;
const EVEN_WITHOUT_PACKAGE =
  'allow it without a package: the film is announced, and tickets are sold when it has one';
const NO_CHANGE = 'give at least one fact to change';
const type = z.enum(MOVIE_TYPES, `must be one of ${MOVIE_TYPES.join(', ')}`);

const FILM_OPTIONS = {
  ...FACT_OPTIONS,
  '--poster <file>': 'upright picture (2:3)',
  '--banner <file>': 'wide picture (16:9)',
  '--trailer <file>': 'an MP4 video',
  '--teaser <file>': 'an MP4 video',
  '--package <folder>': 'the streaming package that `cinema media ingest` made',
};
const FILE_INPUTS = {
  poster: 'picture',
  banner: 'picture',
  trailer: 'mp4',
  teaser: 'mp4',
} as const;
const files = {
  poster: path.optional(),
  banner: path.optional(),
  trailer: path.optional(),
  teaser: path.optional(),
  package: path.optional(),
};

const filesOf = (context: ServerCommandContext, given: FilmFiles): FilmFiles =>
  Object.fromEntries(
    (Object.keys(files) as (keyof FilmFiles)[]).flatMap((name) =>
      given[name] ? [[name, context.resolvePath(given[name])]] : [],
    ),
  );

const COLUMNS = {
  movieId: column.number('number'),
  importRef: column.code('reference'),
  movieKey: column.code('key'),
  movieName: column.text('name'),
  movieType: column.code('type'),
  primaryLanguage: column.text('language'),
  ticketRate: column.rupees('price ₹'),
  streamingStartDate: column.instant('streams from'),
  active: column.code('shown'),
};

export const movie: CommandGroup = {
  name: 'movie',
  summary: 'Films, series and shorts: facts, prices, schedule',
  roles: ['programmer'],
  commands: [
    readCommand({
      usage: 'list',
      title: 'List films',
      labels: { name: 'Name or reference', hidden: 'Only hidden films' },
      summary: 'Lists films, newest first.',
      options: {
        '--name <words>': 'only films with this text in the name or the reference',
        '--language <name>': 'only films in this language',
        '--type <type>': `only ${MOVIE_TYPES.join(', ')}`,
        '--hidden': 'only films that are not shown',
        ...LIMIT_OPTIONS,
      },
      input: z.object({
        name: text().optional(),
        language: text().optional(),
        type: type.optional(),
        hidden: flag,
        ...limitFields,
      }),
      examples: ['movie list --language Tamil', 'movie list --hidden --json'],
      run: async ({ deps }, { hidden, ...filter }, { findFilms }) =>
        listResult(
          'movies',
          await findFilms(deps, { ...filter, active: hidden ? 'N' : undefined }),
          COLUMNS,
        ),
    }),
    readCommand({
      usage: 'show <film>',
      title: 'Show a film',
      summary: 'Shows everything about a film.',
      details: FILM,
      input: z.object({ film: text() }),
      examples: ['movie show night-rail'],
      run: async ({ deps }, { film }, { showFilm }) => {
        const shown = await showFilm(deps, film);
        return { view: 'film', data: shown, report: [factsPart(shown)] };
      },
    }),
    changeCommand({
      usage: 'add <name>',
      title: 'Add a film',
      labels: { price: 'Price in rupees', ref: 'Reference', ...FACT_LABELS },
      fileInputs: FILE_INPUTS,
      onlyInTerminal: ['package'],
      summary: 'Adds a film. The site shows the film after you activate it.',
      options: {
        '--type <type>': { about: MOVIE_TYPES.join(', '), ifEmpty: 'MOVIES' },
        '--language <name>': sentence`one of the languages that ${quotedCommand('language list')} shows`,
        '--price <rupees>': { about: 'price of a ticket before GST', notes: ['0 is free'] },
        '--ref <reference>': {
          about: 'your reference for the film',
          ifEmpty: 'made from the name',
        },
        ...FILM_OPTIONS,
      },
      input: z.object({
        name: text(FILM_FIELDS.movieName.max),
        type: type.default('MOVIES'),
        language: text(),
        price: rupeesAsPaise,
        ref: text().optional(),
        ...factShape,
        ...files,
      }),
      examples: [
        'movie add "The Long Monsoon" --language English --price 149 --minutes 112 --age 13 --poster poster.jpg',
      ],
      run: async (
        context,
        { name, type: movieType, language, price, ref, ...given },
        { addFilm, storeFiles },
      ) => {
        const media = await storeFiles(context.media, filesOf(context, given));
        const film = {
          ...factsOf(given),
          movieName: name,
          movieType,
          primaryLanguage: language,
          ticketRate: price,
          ref,
        };
        return context.change((deps) => addFilm(deps, film, media));
      },
    }),
    changeCommand({
      usage: 'edit <film>',
      title: 'Edit a film',
      labels: FACT_LABELS,
      fileInputs: FILE_INPUTS,
      onlyInTerminal: ['package'],
      summary: 'Changes the given facts of a film.',
      details: FILM,
      options: {
        [FILM_FIELDS.movieName.option]: FILM_FIELDS.movieName.about,
        '--type <type>': MOVIE_TYPES.join(', '),
        '--language <name>': sentence`one of the languages that ${quotedCommand('language list')} shows`,
        ...FILM_OPTIONS,
      },
      input: z
        .object({
          film: text(),
          name: text(FILM_FIELDS.movieName.max).optional(),
          type: type.optional(),
          language: text().optional(),
          ...factShape,
          ...files,
        })
        .refine(
          (given) => Object.values(given).filter((each) => each !== undefined).length > 1,
          NO_CHANGE,
        ),
      examples: [
        'movie edit night-rail --minutes 118 --genres Drama,Mystery',
        'movie edit night-rail --cast "Asha Rao=Director" --cast "Nithin Menon=The guard"',
      ],
      currentValues: async (deps, film, { showFilm }) => {
        const shown = await showFilm(deps, film);
        const values = INPUT_COLUMNS.map(([input, name]) => [input, shown[name]]);
        return {
          ...Object.fromEntries(values),
          type: shown['movieType'],
          genres: (shown['genres'] as string[]).join(', '),
          cast: (shown['cast'] as Credit[]).map(formatCredit),
        };
      },
      run: async (
        context,
        { film, name, type: movieType, language, ...given },
        { editFilm, storeFiles },
      ) => {
        const media = await storeFiles(context.media, filesOf(context, given));
        const change = { ...factsOf(given), movieName: name, movieType, primaryLanguage: language };
        return context.change((deps) => editFilm(deps, film, change, media));
      },
    }),
    changeCommand({
      usage: 'price <film> <rupees>',
      title: 'Set the price of a film',
      labels: { rupees: 'Price in rupees' },
      isBulk: true,
      summary: 'Sets the price of a ticket, before GST. Sold tickets keep their price.',
      details: FILM,
      input: z.object({ film: text(), rupees: rupeesAsPaise }),
      examples: ['movie price night-rail 149'],
      currentValues: async (deps, film, { showFilm }) => ({
        rupees: (await showFilm(deps, film))['ticketRate'],
      }),
      run: async (context, { film, rupees: ticketRate }, { editFilm }) =>
        context.change((deps) => editFilm(deps, film, { ticketRate })),
    }),
    changeCommand({
      usage: 'schedule <film> <moment>',
      title: 'Schedule a film',
      labels: {
        moment: 'Start of streaming',
        release: 'Release date',
        evenIfSold: 'Allow a later start than sold tickets',
        evenWithoutFilm: 'Allow without a package',
      },
      isBulk: true,
      summary: sentence`Sets when streaming starts, in India’s time zone; ${word('never')} removes the film from the programme.`,
      details: sentence`${FILM}\nIf tickets were sold for earlier times, a later start needs ${option('even-if-sold')}.`,
      options: {
        '--release <moment>': 'the release date, if it differs from the start of streaming',
        '--even-if-sold': 'allow it although tickets were sold for earlier times',
        '--even-without-film': EVEN_WITHOUT_PACKAGE,
      },
      input: z.object({
        film: text(),
        moment: z.union(
          [z.literal('never').transform(() => null), moment],
          `must be a date and time, for example ${DATE_EXAMPLES}, now, or never`,
        ),
        release: moment.optional(),
        evenIfSold: flag,
        evenWithoutFilm: flag,
      }),
      examples: ['movie schedule night-rail "2026-12-05 18:00"', 'movie schedule night-rail now'],
      currentValues: async (deps, film, { showFilm }) => {
        const { streamingStartDate, releaseDate } = await showFilm(deps, film);
        return { moment: streamingStartDate ?? 'never', release: releaseDate };
      },
      run: async (
        context,
        { film, moment: start, release, evenIfSold, evenWithoutFilm },
        { scheduleFilm },
      ) => {
        const options = { releaseDate: release, evenIfSold, evenWithoutPackage: evenWithoutFilm };
        return context.change((deps) => scheduleFilm(deps, film, start, options));
      },
    }),
    changeCommand({
      usage: 'activate <film>',
      title: 'Show a film on the site',
      labels: { evenWithoutFilm: 'Allow without a package' },
      isBulk: true,
      summary: 'Shows a film on the site.',
      details: sentence`${FILM}\nIts pages change with the next rebuild.`,
      options: { '--even-without-film': EVEN_WITHOUT_PACKAGE },
      input: z.object({ film: text(), evenWithoutFilm: flag }),
      examples: ['movie activate night-rail'],
      run: async (context, { film, evenWithoutFilm }, { activateFilm }) =>
        context.change((deps) => activateFilm(deps, film, evenWithoutFilm)),
    }),
    changeCommand({
      usage: 'withdraw <film>',
      title: 'Withdraw a film',
      labels: { yes: 'Number of refunded tickets' },
      isBulk: true,
      roles: ['finance'],
      needsConfirmation: true,
      summary: 'Withdraws a film. Open tickets that were never played are refunded automatically.',
      details: sentence`${FILM}\n${DRY_RUN} shows the number of refunded tickets and the amount.`,
      options: {
        '--reason <words>': 'the reason, for the audit log',
        '--yes <tickets>': {
          about: 'the number of refunded tickets',
          notes: ['required if there are five or more'],
        },
      },
      input: z.object({
        film: text(),
        reason: text(500),
        yes: wholeNumber(0, 1_000_000).optional(),
      }),
      examples: [
        'movie withdraw night-rail --reason "The licence ended"',
        'movie withdraw night-rail --reason "The licence ended" --yes 12',
      ],
      run: async (
        context,
        { film, yes },
        {
          withdrawFilm,
          showFilm,
          countWithdrawalRefunds: countRefunds,
          requireRefundConfirmation: requireConfirmation,
        },
      ) =>
        context.change(async (deps) => {
          const { movieId } = await showFilm(deps, film);
          const refunds = await countRefunds(deps.db, deps.now(), [Number(movieId)]);
          const changes = await withdrawFilm(deps, film);
          if (!changes.length || !refunds.tickets) return changes;
          if (!context.isDry) requireConfirmation(refunds, yes);
          return [...changes, ...changeOf('refunds', null, { ...refunds })];
        }),
    }),
    changeCommand({
      usage: 'remove <film>',
      title: 'Delete a film',
      summary: 'Deletes a film that has no order, play or review.',
      details: sentence`${FILM}\nIts page is removed with the next rebuild. Its pictures, videos and package stay on the server: other films may use them.`,
      input: z.object({ film: text() }),
      examples: ['movie remove night-rail'],
      run: async (context, { film }, { removeFilm }) =>
        context.change((deps) => removeFilm(deps, film)),
    }),
  ],
};
