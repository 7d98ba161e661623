import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aMovieEntry, writeCatalogue } from '../support/catalogue-file.ts';
import { aCommandRunner, dumpTables } from '../support/cinema-cli.ts';
import { aServer, type TestServer } from '../support/test-server.ts';
import { purchaseSteps } from '../support/purchase.ts';

const TICKETS = 6;
const folder = mkdtempSync(join(tmpdir(), 'matinee-returns-'));
afterAll(() => rmSync(folder, { recursive: true }));

let server: TestServer;
let commands: ReturnType<typeof aCommandRunner>;
let film: Awaited<ReturnType<TestServer['aFilm']>>;

const readActive = async () =>
  (await server.database.query(`select active from movies where movie_id = ${film.movieId}`))
    .rows[0];

beforeAll(async () => {
  server = await aServer();
  commands = aCommandRunner(server);
  film = await server.aFilm({ importRef: 'film-1' });
  const purchase = purchaseSteps(server);
  for (let left = TICKETS; left > 0; left--) {
    const person = left === 1 ? {} : { emailId: `viewer-${left}@example.com` };
    const { viewer, order } = await purchase.anUnpaidOrder({}, person, film);
    await purchase.pay(viewer, order);
  }
});

const REFUND_SUMMARY = '6 tickets are refunded, ₹1,056 in total; 5 mails are sent';

test('a film with many tickets is withdrawn only if --yes has the number of tickets', async () => {
  const before = await dumpTables(server, ['audit_log']);
  const dry = await commands.cinema('movie withdraw film-1 --reason Expired --dry-run');
  expect(dry.code).toBe(0);
  expect(dry.out).toMatch(/tickets +6\n +rupees +1056\n +mails +5\n/);
  for (const yes of ['', ' --yes 5'])
    expect(await commands.cinema(`movie withdraw film-1 --reason Expired${yes}`)).toMatchObject({
      code: 1,
      err: `${REFUND_SUMMARY}. To confirm, add --yes 6\n`,
    });
  expect(await dumpTables(server, ['audit_log'])).toEqual(before);
});

test('a file that withdraws a film with many tickets is imported only if --yes has their number', async () => {
  const file = writeCatalogue(folder, [aMovieEntry(1, { active: 'N' }), aMovieEntry(2)]);
  expect((await commands.cinema(`import ${file} --create --dry-run`)).out).toContain(
    REFUND_SUMMARY,
  );
  expect(await commands.cinema(`import ${file} --create`)).toMatchObject({
    code: 1,
    err: `${REFUND_SUMMARY}. To confirm, add --yes 6\n`,
  });
  expect(await readActive()).toEqual({ active: 'Y' });
  expect((await commands.cinema(`import ${file} --create --yes 6`)).out).toContain(REFUND_SUMMARY);
  expect(await readActive()).toEqual({ active: 'N' });
});
