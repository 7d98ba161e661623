import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { followPreviousRelease } from '#server/streaming/payments/held/previous-release/queries.ts';
import { DAY, HOUR, MINUTE } from '#domain/limits/durations.ts';
import { recordBackupTime } from '#server/backup/queries.ts';
import { aCommandRunner } from '../support/cinema-cli.ts';
import { aSubmittedFilm } from '../support/submissions.ts';
import { aClock, aServer } from '../support/test-server.ts';
import { NOON } from '../support/test-now.ts';

const siteDir = mkdtempSync(join(tmpdir(), 'matinee-site-'));
afterAll(() => rmSync(siteDir, { recursive: true }));
const server = await aServer({ clock: aClock(NOON), settings: { SITE_DIR: siteDir } });
const { cinema, cinemaJson } = aCommandRunner(server);
const { query } = server.database;
const ago = (milliseconds: number) => new Date(NOON.getTime() - milliseconds);

test('report hours compares each of the last 24 hours with the same hour of last week', async () => {
  server.clock.set(new Date(NOON.getTime() + 20 * MINUTE));
  const [viewer, film, other] = [
    await server.aViewer(),
    await server.aFilm(),
    await server.aFilm(),
  ];
  const sold = (paidAt: Date, movie = film) =>
    server.anOrder(viewer, movie, { paidAt, paymentStatus: 'CANCELLED' });
  const played = (startedAt: Date) =>
    query('insert into movie_plays (movie_id, user_id, play_start_time) values ($1, $2, $3)', [
      film.movieId,
      viewer.userId,
      startedAt,
    ]);
  const thisWeek = [NOON, ago(2 * HOUR), ago(23 * HOUR)];
  for (const paidAt of [...thisWeek, ago(23 * HOUR + 1), ago(7 * DAY - 10 * MINUTE)])
    await sold(paidAt);
  await sold(ago(2 * HOUR), other);
  // At 12:20 of last week, the hour was not over either.
  await sold(ago(7 * DAY - 25 * MINUTE));
  for (const startedAt of [ago(2 * HOUR), ago(7 * DAY + 2 * HOUR), ago(7 * DAY + 2 * HOUR)])
    await played(startedAt);

  const { hours, total } = await cinemaJson('report hours');
  expect(hours).toHaveLength(24);
  expect(hours.at(-1)).toEqual({
    hour: '12:00',
    sales: 176,
    salesLastWeek: 176,
    tickets: 1,
    ticketsLastWeek: 1,
    plays: 0,
    playsLastWeek: 0,
  });
  expect(hours.at(-3)).toMatchObject({
    hour: '10:00',
    tickets: 2,
    sales: 352,
    plays: 1,
    playsLastWeek: 2,
  });
  expect(hours[0]).toMatchObject({ hour: '13:00', tickets: 1 });
  expect(total).toMatchObject({
    tickets: 4,
    sales: 704,
    plays: 1,
    ticketsLastWeek: 1,
    playsLastWeek: 2,
  });
  expect((await cinema('report hours')).out).toMatch(/^all +704 +176 +4 +1 +1 +2$/m);
  server.clock.set(NOON);
});

test('report tonight counts the paid tickets of each film from 6 PM to 6 AM', async () => {
  const [viewer, film, other] = [
    await server.aViewer(),
    await server.aFilm(),
    await server.aFilm(),
  ];
  const ticket = (movie: typeof film, hours: number, change: object = {}) =>
    server.anOrder(viewer, movie, {
      paidAt: NOON,
      bookingStartTime: new Date(NOON.getTime() + hours * HOUR),
      ...change,
    });
  await ticket(film, 6);
  await ticket(film, 17.9);
  await ticket(other, 9);
  await ticket(other, 5.9);
  await ticket(other, 18);
  await ticket(other, 9, { paymentStatus: 'REFUNDED' });
  const { films, tickets } = await cinemaJson('report tonight');
  expect(tickets).toBe(3);
  expect(films).toEqual([
    { film: film.movieKey, movieName: film.movieName, tickets: 2 },
    { film: other.movieKey, movieName: other.movieName, tickets: 1 },
  ]);
});

describe('what waits', () => {
  test('are submissions without a decision, by stage', async () => {
    const maker = await server.aViewer();
    const none = { received: { count: 0, since: null }, inReview: { count: 0, since: null } };
    expect(await cinemaJson('submission waiting')).toEqual(none);
    const films = [];
    for (const movieName of ['A', 'B', 'C']) {
      server.clock.advance(MINUTE);
      films.push(await aSubmittedFilm(server, maker, { movieName }));
    }
    await cinema(`submission review ${films[0]!}`);
    await cinema(`submission decline ${films[1]!} --reason x`);
    expect(await cinemaJson('submission waiting')).toEqual({
      received: { count: 1, since: new Date(NOON.getTime() + 3 * MINUTE).toISOString() },
      inReview: { count: 1, since: server.clock.now().toISOString() },
    });
    server.clock.set(NOON);
  });

  test('are held payments and failed refunds', async () => {
    const order = await server.anOrder(await server.aViewer(), await server.aFilm());
    await query(
      `insert into payment_attempts (movie_order_id, provider, receipt, amount, currency, order_total, state, held_reason, created_at)
      values ($1, 'razorpay', 'r', 1, 'INR', 1, 'paid', $2, $3)`,
      [order.movieOrderId, 'pay_1: late\npay_2: late', ago(HOUR)],
    );
    await followPreviousRelease(server.deps.db, NOON);
    await query(
      `insert into disputes (dispute_id, provider, provider_payment_id, amount, currency, state, respond_by, opened_at, changed_at)
      values ('disp_1', 'razorpay', 'pay_4', 1, 'INR', 'open', $1, $2, $2)`,
      [new Date(NOON.getTime() + DAY), ago(DAY)],
    );
    await query(
      `insert into refunds (movie_order_id, provider, provider_payment_id, amount, currency, reason, ends_ticket, state, asked_at)
      values ($1, 'razorpay', 'pay_3', 1, 'INR', 'x', false, 'failed', $2)`,
      [order.movieOrderId, ago(DAY)],
    );
    const { held, failedRefunds, openDisputes } = await cinemaJson('order waiting');
    expect(held).toEqual({ count: 2, since: ago(HOUR).toISOString() });
    expect(failedRefunds).toEqual({ count: 1, since: ago(DAY).toISOString() });
    expect(openDisputes).toEqual({
      count: 1,
      answerBy: new Date(NOON.getTime() + DAY).toISOString(),
    });
    const { cases } = await cinemaJson('order held');
    expect(cases.map(({ kind }: { kind: string }) => kind)).toEqual([
      'held',
      'held',
      'failed',
      'dispute',
    ]);
  });

  test('are the reviews of the last 24 hours', async () => {
    const [film, one, two] = [await server.aFilm(), await server.aViewer(), await server.aViewer()];
    await server.aReview(one, film, { createdOn: ago(DAY + 1) });
    await server.aReview(two, film, { createdOn: ago(HOUR) });
    expect(await cinemaJson('review recent')).toEqual({
      count: 1,
      newestAt: ago(HOUR).toISOString(),
    });
  });

  test('are changed films that the site does not have, and the next backup', async () => {
    expect(await cinemaJson('report site')).toEqual({ site: null, lastBackupAt: null });
    const { rows } = await query('select max(change_no)::int - 1 as cursor from movies');
    const build = {
      release: '1',
      builtAt: ago(HOUR).toISOString(),
      cursor: String(rows[0]!['cursor']),
      leftOut: ['/v/kite/Ab3'],
    };
    writeFileSync(join(siteDir, 'build.json'), JSON.stringify(build));
    await recordBackupTime(server.deps.db, { madeAt: ago(DAY).toISOString() } as Parameters<
      typeof recordBackupTime
    >[1]);
    expect(await cinemaJson('report site')).toEqual({
      site: { builtAt: build.builtAt, changesWaiting: 1, leftOut: ['/v/kite/Ab3'] },
      lastBackupAt: ago(DAY).toISOString(),
    });
  });
});

test('the reports of the overview never read all orders, plays or reviews', async () => {
  const viewer = await server.aViewer();
  await query(
    `insert into movies (movie_key, movie_name, movie_type, primary_language, movie_description, ticket_rate)
    select 'many' || n, 'Film ' || n, 'MOVIES', 'Tamil', 'x', 14900 from generate_series(1, 200) n`,
  );
  await query(`insert into users (first_name) select 'Viewer ' || n from generate_series(1, 20) n`);
  const time = `timestamptz '2026-11-21 06:30Z' - n * interval '1 hour'`;
  const film = `(select movie_id from movies where movie_key = 'many' || (1 + n % 200))`;
  await query(
    `insert into orders (order_no, user_id, movie_id, booking_start_time, booking_end_time, timezone, unit_price, discount_value,
      total_order_value, tax_percentage, total_tax_value, total_rounded_value, currency, order_date, payment_status, paid_at)
    select 'S' || n, $1, ${film}, ${time}, ${time}, 'UTC', 1, 0, 1, 18, 1, 1, 'INR', ${time}, 'PAID', ${time}
    from generate_series(1, 6000) n`,
    [viewer.userId],
  );
  await query(
    `insert into movie_plays (movie_id, user_id, play_start_time) select ${film}, $1, ${time} from generate_series(1, 6000) n`,
    [viewer.userId],
  );
  await query(
    `insert into reviews (movie_id, user_id, rating, review_comments, created_on)
    select movie_id, user_id, 5, 'x', timestamptz '2026-01-01' from movies, users where movie_key like 'many%' on conflict do nothing`,
  );
  const tables = ['orders', 'movie_plays', 'reviews'];
  for (const table of tables) await query(`analyze ${table}`);
  const report = () => query('select pg_stat_force_next_flush(), pg_sleep(0.1)');
  const scans = async () => {
    await Promise.all(Array.from({ length: 10 }, report));
    const { rows } = await query(
      `select sum(seq_scan)::int as scans from pg_stat_user_tables where relname = any($1)`,
      [tables],
    );
    return rows[0]!['scans'] as number;
  };
  const beforehand = await scans();
  for (const name of ['report hours', 'report tonight', 'review recent']) await cinemaJson(name);
  expect((await scans()) - beforehand).toBe(0);
  await query(`select count(*) from orders where unit_price = 5`);
  expect((await scans()) - beforehand).toBeGreaterThan(0);
});
