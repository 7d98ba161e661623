import { beforeEach, describe, expect, test } from 'vitest';
import { setFetch } from '#api/http.ts';
import { officeScreenMessages as text } from '#messages/office-screens.ts';
import { findChoices, forgetChoices, hasChoices } from '#stores/office/choices.ts';
import { openForm } from '#stores/office/form.ts';
import { listHref, listingOperation, openList } from '#stores/office/list.ts';
import { loadOperations, $operations } from '#stores/office/office.ts';
import { aCommandRunner } from '../support/cinema-cli.ts';
import { anOfficeMember } from '../support/office.ts';
import { aServerForStores } from '../support/stores.ts';

const server = await aServerForStores();
const commands = aCommandRunner(server);
const { client } = await anOfficeMember(server, 'programmer');
const connection = { isUp: true };

beforeEach(async () => {
  connection.isUp = true;
  setFetch(async (input, init) => {
    const request = new Request(input, init);
    request.headers.set('cookie', client.cookie);
    if (!connection.isUp) throw new TypeError('Failed to fetch');
    return server.app.request(request);
  });
  await loadOperations();
});

const formOf = (noun: string, verb: string, query = '') =>
  openForm(
    $operations.get().operations.find((each) => each.noun === noun && each.verb === verb)!,
    query,
  );

const stateOf = (form: ReturnType<typeof formOf>) => form.$state.get();
const changesOf = (form: ReturnType<typeof formOf>) =>
  (stateOf(form).dryRunResult?.data as { changes: object[] } | undefined)?.changes;

describe('the form of one object', () => {
  test('starts with the current values and sends only those that the member changed', async () => {
    const film = await server.aFilm({
      runningTime: 100,
      movieDescription: 'A train.',
      ageRating: 13,
    });
    await commands.cinemaJson([
      'movie',
      'edit',
      String(film.movieId),
      '--cast',
      'Asha Rao=Director',
    ]);
    const form = formOf('movie', 'edit', `film=${film.movieId}`);
    await form.loadCurrentValues();
    expect(stateOf(form).values).toMatchObject({
      name: film.movieName,
      synopsis: 'A train.',
      minutes: '100',
      age: '13',
      cast: 'Asha Rao=Director',
    });
    form.setValue('minutes', '118');
    await commands.cinemaJson([
      'movie',
      'edit',
      String(film.movieId),
      '--synopsis',
      'A night train.',
    ]);
    await form.dryRun();
    expect(changesOf(form)).toMatchObject([
      { before: { runningTime: 100 }, after: { runningTime: 118 } },
    ]);
    expect(stateOf(form)).toMatchObject({
      values: { synopsis: 'A night train.' },
      changedMeanwhile: null,
    });
    await form.run();
    expect(
      (await client.run('movie show', { film: String(film.movieId) })).json.data,
    ).toMatchObject({
      movieDescription: 'A night train.',
      runningTime: 118,
    });
  });

  test('shows both versions if somebody else changed the text after the form was filled', async () => {
    await client.run('page edit', { page: 'about-us' }, { content: 'One.' });
    const form = formOf('page', 'edit', 'page=about-us');
    await form.loadCurrentValues();
    expect(stateOf(form).values).toMatchObject({ file: 'One.' });
    form.setValue('file', 'One. Two.');
    await client.run('page edit', { page: 'about-us' }, { content: 'One. Three.' });
    await form.dryRun();
    expect(stateOf(form).changedMeanwhile).toMatchObject([
      { seen: 'One.', current: 'One. Three.', wanted: 'One. Two.' },
    ]);
    form.setValue('file', 'One. Two. Three.');
    await form.dryRun();
    expect(stateOf(form).changedMeanwhile).toBeNull();
    await form.run();
    expect((await client.run('page show', { page: 'about-us' })).json.data.pageContent).toBe(
      'One. Two. Three.',
    );
  });

  test('keeps what was typed when the object is chosen, and never sends the values of another object', async () => {
    const [first, second] = [
      await server.aFilm({ ticketRate: 149 }),
      await server.aFilm({ ticketRate: 75 }),
    ];
    const form = formOf('movie', 'price');
    form.setValue('film', String(first.movieId));
    await form.loadCurrentValues();
    expect(stateOf(form).values).toMatchObject({ rupees: '149' });
    form.setValue('film', String(second.movieId));
    expect(stateOf(form).values['rupees'] ?? '').toBe('');
    await form.dryRun();
    expect(stateOf(form).values).toMatchObject({ rupees: '75' });
    form.setValue('rupees', '99');
    form.setValue('film', 'no-such-film');
    await form.dryRun();
    expect(stateOf(form)).toMatchObject({
      values: { rupees: '99' },
      fieldErrors: { film: expect.stringContaining('There is no film') },
    });
  });

  test('says that a value cannot be removed', async () => {
    const { movieId } = await server.aFilm({ runningTime: 100 });
    const form = formOf('movie', 'edit', `film=${movieId}`);
    await form.loadCurrentValues();
    form.setValue('minutes', '');
    await form.dryRun();
    expect(stateOf(form).fieldErrors).toEqual({ minutes: text.cannotRemove });
  });
});

describe('the form of several films', () => {
  test('changes each film, and shows what was refused', async () => {
    const films = [await server.aFilm({ ticketRate: 149 }), await server.aFilm({ ticketRate: 75 })];
    const keys = [films[0]!.movieKey, 'no-such-film', films[1]!.movieKey];
    const names = films.map(({ movieName, movieKey }) => `${movieName} (${movieKey})`);
    await openList(
      listingOperation($operations.get().operations.filter(({ noun }) => noun === 'movie'))!,
    ).load('');
    const form = formOf(
      'movie',
      'price',
      new URLSearchParams(keys.map((key) => ['film', key!])).toString(),
    );
    form.setValue('rupees', 'cheap');
    await form.dryRun();
    expect(stateOf(form).fieldErrors).toMatchObject({ rupees: expect.stringContaining('rupees') });
    form.setValue('rupees', '99');
    await form.dryRun();
    expect(stateOf(form).dryRunResult).toMatchObject({
      isPartial: true,
      data: {
        changes: [{ before: { ticketRate: 149 } }, { before: { ticketRate: 75 } }],
        outcomes: [
          { name: names[0], outcome: text.wouldBeDone },
          { name: 'no-such-film', outcome: expect.stringContaining('There is no film') },
          { name: names[1], outcome: text.wouldBeDone },
        ],
      },
    });
    expect(form.appliesTo()).toEqual(names);
    await commands.cinemaJson(`movie price ${films[1]!.movieId} 120`);
    await form.run();
    expect(stateOf(form).result).toMatchObject({
      isPartial: true,
      data: {
        changes: [{ after: { ticketRate: 99 } }],
        outcomes: [
          { name: names[0], outcome: text.doneForOne },
          { name: names[1], outcome: expect.stringContaining('Somebody changed this') },
        ],
      },
    });
  });
});

test('a list that is opened again has its rows, filters and page', async () => {
  const listing = listingOperation(
    $operations.get().operations.filter(({ noun }) => noun === 'movie'),
  )!;
  const list = openList(listing);
  await list.load('hidden=1');
  list.$view.set({ ...list.$view.get(), filter: 'rail', page: 1 });
  list.position.scrollY = 300;
  await openList(listing).load('hidden=1');
  expect(listHref('movie')).toBe('#/movie?hidden=1');
  expect(openList(listing).$view.get()).toMatchObject({ filter: 'rail', page: 1 });
  await openList(listing).load('');
  expect(openList(listing).$view.get()).toMatchObject({ filter: 'rail', page: 0 });
  expect(openList(listing).position.scrollY).toBe(0);
});

test('a field of films offers the films whose name has the typed text', async () => {
  const film = await server.aFilm({ movieName: 'The Ferry Clerk' });
  const field = $operations.get().operations.find(({ verb }) => verb === 'price')!.fields[0]!;
  expect(hasChoices(field)).toBe(true);
  expect(await findChoices(field, 'ferry c')).toEqual([
    { value: film.movieKey, label: 'The Ferry Clerk' },
  ]);
});

describe('the form of a change', () => {
  test('shows both versions if somebody else changed the value, and applies to the current version', async () => {
    const { movieId } = await server.aFilm({ ticketRate: 149 });
    const form = formOf('movie', 'price', `film=${movieId}&rupees=99`);
    await form.dryRun();
    await commands.cinemaJson(`movie price ${movieId} 120`);
    await form.run();
    expect(form.$state.get()).toMatchObject({
      changedMeanwhile: [{ name: 'ticketRate', seen: 149, current: 120, wanted: 99 }],
      dryRunResult: {
        data: { changes: [{ before: { ticketRate: 120 }, after: { ticketRate: 99 } }] },
      },
      result: null,
      error: '',
    });
    await form.run();
    expect(form.$state.get()).toMatchObject({
      changedMeanwhile: null,
      result: { data: { changes: [{ before: { ticketRate: 120 }, after: { ticketRate: 99 } }] } },
    });
  });

  test('keeps the values and the preview together while it is applied, also after a second conflict', async () => {
    const { movieId } = await server.aFilm({ ticketRate: 149 });
    const form = formOf('movie', 'price', `film=${movieId}&rupees=99`);
    await form.dryRun();
    const conflicts = [];
    for (const price of [120, 130]) {
      await commands.cinemaJson(`movie price ${movieId} ${price}`);
      const stop = form.$state.listen(({ busy }) => {
        if (busy !== 'run') return;
        stop();
        form.setValue('rupees', '5');
      });
      await form.run();
      expect(stateOf(form)).toMatchObject({
        values: { rupees: '99' },
        dryRunResult: {
          data: { changes: [{ before: { ticketRate: price }, after: { ticketRate: 99 } }] },
        },
      });
      conflicts.push(stateOf(form).changedMeanwhile);
    }
    expect(conflicts).toMatchObject([[{ seen: 149, current: 120 }], [{ seen: 120, current: 130 }]]);
  });

  test('shows that somebody else already made the change', async () => {
    const { movieId } = await server.aFilm({ ticketRate: 149 });
    const form = formOf('movie', 'price', `film=${movieId}&rupees=99`);
    await form.dryRun();
    await commands.cinemaJson(`movie price ${movieId} 99`);
    await form.run();
    expect(form.$state.get().changedMeanwhile).toMatchObject([
      { seen: 149, current: 99, wanted: 99 },
    ]);
    form.discard();
    expect(form.$state.get()).toMatchObject({ changedMeanwhile: null, dryRunResult: null });
  });

  test('keeps what was typed when the connection is lost, and asks for a new dry run', async () => {
    const { movieId } = await server.aFilm({ ticketRate: 149 });
    const form = formOf('movie', 'price', `film=${movieId}`);
    form.setValue('rupees', '99');
    await form.dryRun();
    connection.isUp = false;
    await form.run();
    expect(form.$state.get()).toMatchObject({
      values: { rupees: '99' },
      error: text.mayBeDone,
      dryRunResult: null,
    });
    connection.isUp = true;
    expect(formOf('movie', 'price', `film=${movieId}`)).toBe(form);
    await form.dryRun();
    expect(form.$state.get().dryRunResult).not.toBeNull();
  });
});

test('a list of names offers those that begin with the typed text first', async () => {
  for (const name of ['Bengali', 'English']) await commands.cinema(['language', 'add', name]);
  forgetChoices();
  await loadOperations();
  const operation = $operations
    .get()
    .operations.find(({ noun, verb }) => noun === 'movie' && verb === 'add')!;
  const field = operation.fields.find(({ name }) => name === 'language')!;
  expect((await findChoices(field, 'Eng')).map(({ value }) => value)).toEqual([
    'English',
    'Bengali',
  ]);
});
