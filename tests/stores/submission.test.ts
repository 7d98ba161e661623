import { streamingSentences } from '#messages/refusals/streaming.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Resolver } from 'react-hook-form';
import sharp from 'sharp';
import { browser } from '../support/fake-browser.ts';
import { aServerForStores } from '../support/stores.ts';
import { fillDraft } from '../support/fill-draft.ts';
import { CONTACT, DECLARED, FILM } from '../support/submission-data.ts';
import { setFetch } from '#api/http.ts';
import { endSession, readItem } from '#api/browser-storage.ts';
import { toWire } from '#domain/dates.ts';
import { POSTER_MAX_BYTES } from '#domain/poster-upload.ts';
import { submissionRefusals as refusals } from '#messages/submission-refusals.ts';
import { submissionMessages as text } from '#messages/submission.ts';
import { href, submittedFilmPath, submittedFilmsPath } from '#routes.ts';
import { genres } from '#server/db/schema/catalogue.ts';
import {
  $submissions,
  loadSubmissions,
  submissionView,
} from '#stores/submission/my-submissions.ts';
import { takeNotices } from '#stores/notices/notices.ts';
import {
  contactDraft,
  declarationDraft,
  filmDraft,
  filmFormValues,
} from '#stores/submission/draft.ts';
import { $genres, chosenGenres, loadGenres } from '#stores/submission/genres.ts';
import { $poster, choosePoster, openPoster, removePoster } from '#stores/submission/poster.ts';
import {
  $step,
  contactResolver,
  filmResolver,
  goToStep,
  openWizard,
  maxLengthOf,
} from '#stores/submission/wizard.ts';
import {
  $isSent,
  initialDeclarations,
  declarationsResolver,
  saveDeclarations,
  submitFilm,
  today,
} from '#stores/submission/submission.ts';
import { waitFor } from '../support/wait-for.ts';
import { NOON } from '../support/test-now.ts';
import { aClock } from '../support/test-server.ts';
import { aViewerInIndia } from '../support/viewer-in-india.ts';

aViewerInIndia();
const server = await aServerForStores({ clock: aClock(NOON) });
let viewer = { userId: 0 };
let genreIds: number[] = [];
const PARTS = ['submissionStepOne', 'submissionStepTwo', 'submissionStepThree'] as const;
const PAGE = href('submitFilm');

{
  const names = ['Drama', 'Family', 'Thriller'];
  const rows = names.map((genreName, index) => ({ genreName, ordering: index + 1 }));
  genreIds = (await server.database.db.insert(genres).values(rows).returning()).map(
    ({ genreId }) => genreId,
  );
}

beforeEach(async () => {
  server.connection.isUp = true;
  server.routeFetch();
  vi.useFakeTimers({ toFake: ['Date'], now: NOON });
  endSession({ keepRememberMe: false });
  viewer = await server.signIn();
  browser.open(PAGE);
  browser.visits.length = 0;
  submitFilm.clear();
  $isSent.set(false);
  takeNotices();
});

const takeShownNotices = () => takeNotices().map(({ kind, text: message }) => [kind, message]);
const films = async () =>
  (
    await server.database.query(
      `select movie_id, movie_name, active from movies where owner_id = ${viewer.userId} order by movie_id`,
    )
  ).rows as { movie_id: number; movie_name: string; active: string }[];
const genresOf = async (movieId: number) =>
  (
    await server.database.query(
      `select genre_id from movie_genres where movie_id = ${movieId} order by genre_id`,
    )
  ).rows;

/** Error texts by field. */
async function messages<Values extends object>(resolver: Resolver<Values>, values: object) {
  const options = { fields: {}, shouldUseNativeValidation: false } as Parameters<
    Resolver<Values>
  >[2];
  const { errors } = await resolver(values as Values, undefined, options);
  return Object.fromEntries(
    Object.entries(errors).map(([name, error]) => [name, (error as { message: string }).message]),
  );
}

describe('step 1 requires every field and nothing else (spec §5)', () => {
  const complete = { ...FILM, genres: ['1'] };
  test.each(Object.entries(text.film))('%s', async (name, label) => {
    expect(await messages(filmResolver, { ...complete, [name]: '' })).toEqual({
      [name]: `${label} is required`,
    });
    expect(await messages(filmResolver, { ...complete, [name]: ' \n' })).toEqual({
      [name]: `${label} is required`,
    });
    expect(await messages(filmResolver, { ...complete, [name]: 'about ninety, or so' })).toEqual(
      {},
    );
  });

  test('at least one genre', async () => {
    expect(await messages(filmResolver, { ...complete, genres: [] })).toEqual({
      genres: 'Please select atlease one genre',
    });
  });

  test('all errors at once', async () => {
    const found = await messages(filmResolver, {
      ...Object.fromEntries(Object.keys(FILM).map((name) => [name, ''])),
      genres: [],
    });
    expect(Object.keys(found)).toHaveLength(10);
  });

  test('no text longer than the API accepts', async () => {
    const movieName = 'x'.repeat(maxLengthOf('movieName') + 1);
    expect(await messages(filmResolver, { ...complete, movieName })).toEqual({
      movieName: text.tooLong(300),
    });
  });
});

describe('step 2 requires name, e-mail address and telephone number (spec §5)', () => {
  test.each([
    ['contactName', 'Name is required'],
    ['contactEmail', 'Email Address is required'],
    ['contactPhone', 'Telephone Number is required'],
  ])('%s', async (name, message) => {
    expect(await messages(contactResolver, { ...CONTACT, [name]: ' ' })).toEqual({
      [name]: message,
    });
  });

  test('the e-mail address is not validated', async () => {
    expect(await messages(contactResolver, { ...CONTACT, contactEmail: 'meena at films' })).toEqual(
      {},
    );
  });
});

describe('step 3 (spec §5)', () => {
  test.each([
    [{ contactSignature: '' }, { contactSignature: 'Signature is required' }],
    [{ contactPlace: '' }, { contactPlace: 'Place is required' }],
    [{ contactPayment: '' }, { contactPayment: 'Pay Amount is required' }],
    [{ isDeclared: false }, { isDeclared: 'Please select the declare condition' }],
    [{ contactPayment: '500' }, { contactPaymentMethod: 'Please select the paymentMethod' }],
    [
      { contactPayment: '500', contactPaymentMethod: 'paypal' },
      { contactPaymentMethod: 'Please select the paymentMethod' },
    ],
    [{ contactPayment: 'much' }, { contactPayment: text.amountUnreadable }],
    [{ contactPayment: '-1' }, { contactPayment: text.amountUnreadable }],
    [{ contactPayment: '1.005' }, { contactPayment: text.amountUnreadable }],
    [{ contactPayment: '1e3' }, { contactPayment: text.amountUnreadable }],
    [{ contactPayment: '1000000.01' }, { contactPayment: text.amountTooLarge('₹10,00,000') }],
    [{ contactPayment: '0' }, {}],
    [{ contactPayment: '0.00' }, {}],
    [
      { contactSignature: '', contactPlace: '', contactPayment: '', isDeclared: false },
      {
        contactSignature: 'Signature is required',
        contactPlace: 'Place is required',
        contactPayment: 'Pay Amount is required',
        isDeclared: 'Please select the declare condition',
      },
    ],
    [
      { contactSignature: '', contactPayment: '500', isDeclared: false },
      {
        contactSignature: 'Signature is required',
        isDeclared: 'Please select the declare condition',
        contactPaymentMethod: 'Please select the paymentMethod',
      },
    ],
  ])('%j: %j', async (change, expected) => {
    expect(await messages(declarationsResolver, { ...DECLARED, ...change })).toEqual(expected);
  });

  test('starts with today’s date, also when the draft is opened on another day', () => {
    expect(initialDeclarations().contactSignDate).toBe('2026-11-21');
    saveDeclarations({ ...DECLARED, contactSignDate: today() });
    vi.setSystemTime(new Date('2026-11-23T06:30:00Z'));
    expect(initialDeclarations()).toMatchObject({
      contactSignDate: '2026-11-23',
      contactSignature: 'M. Rao',
    });
    saveDeclarations({ ...DECLARED, contactSignDate: '2026-11-20' });
    vi.setSystemTime(new Date('2026-11-24T06:30:00Z'));
    expect(initialDeclarations().contactSignDate).toBe('2026-11-20');
  });

  test('uses the date in the maker’s zone', () =>
    expect(today(new Date('2026-11-21T20:00:00Z'))).toBe('2026-11-22'));
});

describe('the draft', () => {
  test('is stored in three parts in local storage and restored', async () => {
    await fillDraft(genreIds);
    expect(PARTS.map((part) => Object.keys(JSON.parse(readItem(part)!)).length)).toEqual([
      13, 3, 7,
    ]);
    expect(filmFormValues()).toEqual({ ...FILM, genres: genreIds.map(String) });
    expect(contactDraft.read()).toEqual(CONTACT);
    expect(initialDeclarations()).toEqual(DECLARED);
  });

  test('has the same key from start to end', () => {
    filmDraft.save({ movieName: 'O' });
    const { draftKey } = filmDraft.read();
    filmDraft.save({ movieName: 'One' });
    expect(filmDraft.read()).toMatchObject({ draftKey, movieName: 'One' });
    expect(draftKey).toMatch(/^[\w-]{8,64}$/);
  });

  test('that was saved before a field existed keeps its other fields', async () => {
    await fillDraft(genreIds);
    for (const part of PARTS) {
      const [removed] = Object.keys(JSON.parse(readItem(part)!));
      const { [removed!]: _, ...older } = JSON.parse(readItem(part)!);
      browser.writeInOtherTab(part, JSON.stringify(older));
    }
    const [name] = Object.keys(FILM);
    expect(filmFormValues()).toMatchObject({ ...FILM, [name!]: '', genres: genreIds.map(String) });
  });

  test.each(['garbage', '{}', '[]', '{"movieName":7}', 'null'])(
    'is blank if storage contains %s',
    (stored) => {
      for (const part of PARTS) browser.writeInOtherTab(part, stored);
      expect(filmFormValues()).toMatchObject({ movieName: '', genres: [] });
      expect(contactDraft.read().contactName).toBe('');
      expect(declarationDraft.read()).toMatchObject({ contactPayment: '0', fee: null });
    },
  );

  test('is cleared with the session', async () => {
    await fillDraft(genreIds);
    endSession({ keepRememberMe: true });
    expect(PARTS.map(readItem)).toEqual([null, null, null]);
    expect(filmFormValues().movieName).toBe('');
  });
});

test.each([
  [PAGE, 'wizard'],
  [`${PAGE}?step=2`, 'wizard'],
  [`${PAGE}?film=x`, 'wizard'],
  [submittedFilmsPath, 'films'],
  [submittedFilmPath(12), 12],
])('%s shows %s', (path, view) => {
  browser.open(path);
  expect(submissionView()).toBe(view);
});

describe('the steps', () => {
  const pushed = vi.fn((_state: unknown, _title: string, path: string) => browser.open(path));
  vi.stubGlobal('history', { pushState: pushed });

  test('open at the step that was shown last', async () => {
    await fillDraft(genreIds);
    openWizard()();
    expect($step.get()).toBe(1);
    goToStep(3);
    expect(pushed).toHaveBeenLastCalledWith(null, '', `${PAGE}?step=3`);
    browser.open(PAGE);
    openWizard()();
    expect($step.get()).toBe(3);
  });

  test.each([
    ['a blank draft', async () => undefined, 1],
    ['a draft without a genre', () => fillDraft([]), 1],
    [
      'a draft without a contact',
      async () => (await fillDraft(genreIds), contactDraft.save({ contactName: '' })),
      2,
    ],
    ['a complete draft', () => fillDraft(genreIds), 3],
  ])('the URL of step 3 with %s opens step %s', async (_, write, step) => {
    await write();
    browser.open(`${PAGE}?step=3`);
    openWizard()();
    expect($step.get()).toBe(step);
  });

  test('follow the browser’s Back, also after the wizard was reopened', async () => {
    await fillDraft(genreIds);
    const stopListening = openWizard();
    goToStep(2);
    goToStep(3);
    browser.open(`${PAGE}?step=2`);
    browser.dispatch(new Event('popstate'));
    expect($step.get()).toBe(2);
    stopListening();
    browser.open(PAGE);
    openWizard()();
    expect($step.get()).toBe(2);
  });
});

describe('Submit', () => {
  test('submits the film with its genres, removes the drafts and opens the page of the film', async () => {
    await fillDraft(genreIds.slice(0, 2));
    await submitFilm.run();
    expect(takeShownNotices()).toEqual([['success', 'Movie Create Succesfully.']]);
    expect(PARTS.map(readItem)).toEqual([null, null, null]);
    const [film, ...otherFilms] = await films();
    expect(browser.visits).toEqual([submittedFilmPath(film!.movie_id)]);
    expect(otherFilms).toEqual([]);
    expect(film).toMatchObject({ movie_name: FILM.movieName, active: 'N' });
    expect(await genresOf(film!.movie_id)).toEqual(
      genreIds.slice(0, 2).map((genre_id) => ({ genre_id })),
    );
    const { movie_id } = film!;
    expect(server.calls.filter((call) => call.startsWith('POST'))).toEqual([
      'POST /api/ott/movies',
      `POST /api/ott/movies/${movie_id}/moviegenres`,
      `POST /api/ott/movies/${movie_id}/moviegenres`,
    ]);
    await loadSubmissions();
    expect($submissions.get()).toMatchObject({
      status: 'success',
      films: [
        {
          movieName: FILM.movieName,
          stage: 'received',
          genres: ['Drama', 'Family'],
          fee: null,
          details: {
            runningTime: FILM.runningTime,
            yearReleased: FILM.yearReleased,
            website: FILM.website,
          },
          mailAddress: CONTACT.contactEmail,
        },
      ],
    });
  });

  test('sends the fields of the specification', async () => {
    await fillDraft(genreIds.slice(0, 1));
    let body: unknown;
    setFetch(async (input, init) => {
      const request = new Request(input, init);
      if (request.url.endsWith('/movies')) body = await request.clone().json();
      return server.app.request(request);
    });
    await submitFilm.run();
    expect(body).toMatchObject({
      ...FILM,
      ...CONTACT,
      releaseDate: toWire(server.clock.now()),
      contactSignature: 'M. Rao',
      contactPlace: 'Chennai',
      contactSignDate: '21-11-2026',
      contactPayment: 0,
      contactPaymentPaid: 0,
      contactPaymentStatus: '',
      active: 'N',
      ticketRate: 0,
      ageRating: 1,
    });
  });

  test('twice at the same time creates one film', async () => {
    await fillDraft(genreIds);
    await Promise.all([submitFilm.run(), submitFilm.run()]);
    expect(await films()).toHaveLength(1);
    expect(takeShownNotices()).toEqual([['success', text.created]]);
  });

  test('creates one film after a lost response and a reload', async () => {
    await fillDraft(genreIds);
    setFetch(async (input, init) => {
      const request = new Request(input, init);
      const reply = await server.app.request(request);
      if (request.url.endsWith('/movies')) throw new TypeError('Failed to fetch');
      return reply;
    });
    await submitFilm.run();
    expect(takeShownNotices()).toEqual([['error', 'Movie Create Faild.']]);
    expect(submitFilm.$state.get().error).toBe('Movie Create Faild.');
    expect(PARTS.map(readItem)).not.toContain(null);
    expect(browser.visits).toEqual([]);
    server.routeFetch();
    await submitFilm.run();
    expect(await films()).toHaveLength(1);
    expect(browser.visits).toEqual([submittedFilmPath((await films())[0]!.movie_id)]);
  });

  test('keeps the drafts if a genre fails, and a retry creates one film', async () => {
    await fillDraft(genreIds);
    setFetch((input, init) => {
      const request = new Request(input, init);
      if (request.url.endsWith('/moviegenres')) throw new TypeError('Failed to fetch');
      return Promise.resolve(server.app.request(request));
    });
    await submitFilm.run();
    expect(takeShownNotices()).toEqual([['error', 'An Error Occurred']]);
    expect(PARTS.map(readItem)).not.toContain(null);
    expect(browser.visits).toEqual([]);
    server.routeFetch();
    await submitFilm.run();
    expect(takeShownNotices()).toEqual([['success', text.created]]);
    expect(await films()).toHaveLength(1);
  });

  test('shows the server’s error text', async () => {
    await fillDraft(genreIds);
    setFetch(() =>
      Promise.resolve(
        Response.json({ message: 'The server is full', code: 'full' }, { status: 503 }),
      ),
    );
    await submitFilm.run();
    expect(takeShownNotices()).toEqual([['error', 'The server is full']]);
  });

  test('opens step 1 if the server no longer has any chosen genre', async () => {
    await fillDraft([999_999]);
    await submitFilm.run();
    expect(takeShownNotices()).toEqual([['error', text.stepIncomplete]]);
    expect($step.get()).toBe(1);
    expect(await films()).toEqual([]);
  });
});

test('Submit waits for the genres of a page that was just opened', async () => {
  await fillDraft(genreIds.slice(0, 1));
  const loading = loadGenres();
  expect($genres.get().genres).toEqual([]);
  await submitFilm.run();
  await loading;
  expect(takeShownNotices()).toEqual([['success', text.created]]);
  expect(await films()).toHaveLength(1);
});

describe('the genres', () => {
  test('are in the server’s order, without removed ones', async () => {
    await loadGenres();
    expect($genres.get().status).toBe('success');
    expect(chosenGenres([String(genreIds[2]), '999999', String(genreIds[0])])).toMatchObject([
      { genreName: 'Drama' },
      { genreName: 'Thriller' },
    ]);
  });

  test('can be reloaded', async () => {
    server.connection.isUp = false;
    await loadGenres();
    expect($genres.get().status).toBe('error');
    server.connection.isUp = true;
    await loadGenres();
    expect($genres.get().genres.length).toBeGreaterThanOrEqual(3);
  });
});

describe('the poster', () => {
  const picture = async (width = 800, height = 1200) =>
    new File(
      [
        new Uint8Array(
          await sharp({ create: { width, height, channels: 3, background: '#611226' } })
            .jpeg()
            .toBuffer(),
        ),
      ],
      'poster.jpg',
      { type: 'image/jpeg' },
    );

  test('is uploaded immediately, shown as the server stores it, and submitted with the film', async () => {
    await choosePoster(await picture());
    expect($poster.get()).toMatchObject({ status: 'saved', error: '' });
    expect($poster.get().preview).toMatch(/^data:image\/webp;base64,UklGR/);
    await fillDraft(genreIds);
    const { posterKey } = filmDraft.read();
    await submitFilm.run();
    await loadSubmissions();
    expect($submissions.get().films).toMatchObject([{ posterKey }]);
  });

  test('is shown again with the draft until it is removed', async () => {
    await choosePoster(await picture());
    const { preview } = $poster.get();
    await openPoster();
    expect($poster.get()).toEqual({ status: 'saved', preview, error: '' });
    removePoster();
    await openPoster();
    expect($poster.get()).toEqual({ status: 'none', preview: null, error: '' });
    expect(filmDraft.read().posterKey).toBeNull();
  });

  test('is rejected if it is no picture, and the previous one stays', async () => {
    await choosePoster(await picture());
    const { posterKey } = filmDraft.read();
    takeNotices();
    await choosePoster(new File(['MZ, a program'], 'poster.jpg', { type: 'image/jpeg' }));
    expect($poster.get()).toMatchObject({
      status: 'saved',
      error: streamingSentences.poster_format,
    });
    expect($poster.get().preview).not.toBeNull();
    expect(filmDraft.read().posterKey).toBe(posterKey);
    expect(takeShownNotices()).toEqual([['error', streamingSentences.poster_format]]);
  });

  test('is not uploaded if the file is too large', async () => {
    server.calls.length = 0;
    await choosePoster(new File([new Uint8Array(POSTER_MAX_BYTES + 1)], 'poster.jpg'));
    expect($poster.get()).toMatchObject({
      status: 'none',
      error: refusals.pictureFileTooLarge(10),
    });
    expect(server.calls).toEqual([]);
  });

  test('is replaced by a newer choice, whichever upload ends first', async () => {
    let releaseFirst = () => {};
    const firstReleased = new Promise<void>((resolve) => (releaseFirst = resolve));
    let sent = 0;
    setFetch(async (input, init) => {
      const reply = await server.app.request(new Request(input, init));
      if (String((input as Request).url).endsWith('/posters') && ++sent === 1) await firstReleased;
      return reply;
    });
    const first = choosePoster(await picture(800, 1000));
    await waitFor(() => expect(sent).toBe(1));
    await choosePoster(await picture());
    const { posterKey } = filmDraft.read();
    releaseFirst();
    await first;
    expect($poster.get().status).toBe('saved');
    expect(filmDraft.read().posterKey).toBe(posterKey);
  });

  test('must be chosen again if the server has deleted it', async () => {
    filmDraft.save({ posterKey: crypto.randomUUID() });
    await openPoster();
    expect($poster.get()).toEqual({ status: 'none', preview: null, error: text.posterMissing });
    expect(filmDraft.read().posterKey).toBeNull();
  });

  test('shows an error without a connection', async () => {
    server.connection.isUp = false;
    await choosePoster(await picture());
    expect($poster.get()).toMatchObject({ status: 'none', preview: null });
    expect($poster.get().error).not.toBe('');
  });
});
