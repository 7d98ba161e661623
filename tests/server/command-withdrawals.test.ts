import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aMovieEntry, writeCatalogue } from '../support/catalogue-file.ts';
import { aCounter, dumpOf } from '../support/cinema.ts';
import { aHouse, type TestHouse } from '../support/house.ts';
import { purchases } from '../support/purchase.ts';

const TICKETS = 6;
const folder = mkdtempSync(join(tmpdir(), 'matinee-returns-'));
afterAll(() => rmSync(folder, { recursive: true }));

let house: TestHouse;
let counter: ReturnType<typeof aCounter>;
let film: Awaited<ReturnType<TestHouse['aFilm']>>;

const shown = async () =>
  (await house.database.query(`select active from movies where movie_id = ${film.movieId}`)).rows[0];

beforeAll(async () => {
  house = await aHouse();
  counter = aCounter(house);
  film = await house.aFilm({ importRef: 'film-1' });
  const shop = purchases(house);
  for (let left = TICKETS; left > 0; left--) {
    const person = left === 1 ? {} : { emailId: `viewer-${left}@example.com` };
    const { viewer, order } = await shop.anOpenOrder({}, person, film);
    await shop.pay(viewer, order);
  }
});

const RETURNS = '6 tickets are returned, ₹1,056 in all; 5 viewers get a mail';

test('a film with many tickets is withdrawn once the number of tickets is typed', async () => {
  const before = await dumpOf(house, ['audit_log']);
  const dry = await counter.cinema('movie withdraw film-1 --dry-run');
  expect(dry.code).toBe(0);
  expect(dry.out).toMatch(/tickets +6\n +rupees +1056\n +mails +5\n/);
  for (const yes of ['', ' --yes 5'])
    expect(await counter.cinema(`movie withdraw film-1${yes}`)).toMatchObject({
      code: 1,
      err: `${RETURNS}. To do it, say --yes 6\n`,
    });
  expect(await dumpOf(house, ['audit_log'])).toEqual(before);
});

test('a file that takes such a film off is brought in once the number is typed', async () => {
  const file = writeCatalogue(folder, [aMovieEntry(1, { active: 'N' }), aMovieEntry(2)]);
  expect((await counter.cinema(`import ${file} --dry-run`)).out).toContain(RETURNS);
  expect(await counter.cinema(`import ${file}`)).toMatchObject({ code: 1, err: `${RETURNS}. To do it, say --yes 6\n` });
  expect(await shown()).toEqual({ active: 'Y' });
  expect((await counter.cinema(`import ${file} --yes 6`)).out).toContain(RETURNS);
  expect(await shown()).toEqual({ active: 'N' });
});
