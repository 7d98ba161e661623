import { beforeAll, describe, expect, it } from 'vitest';
import { toWire } from '#domain/dates.ts';
import { aPlaybackServer, aMediaDir, type PlaybackServer } from '../support/playback-server.ts';
import { purchaseSteps } from '../support/purchase.ts';
import { countSqlStatements } from '../support/sql-statements.ts';
import { aServer, type TestServer } from '../support/test-server.ts';

/** The embedded database is in this process: its statements need no round trip, and are not measured. */
const isPostgres = Boolean(process.env['TEST_DATABASE_URL']);

describe.skipIf(!isPostgres)('the SQL statements of a call', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await aServer();
  });

  it('are two for a new order: what it needs, and its row under the lock', async () => {
    const { book } = purchaseSteps(server);
    const [viewer, film] = [await server.aViewer(), await server.aFilm()];
    expect(
      await countSqlStatements(async () =>
        expect((await book(viewer, film.movieId)).status).toBe(201),
      ),
    ).toBe(2);
  });

  it('are two more with an idempotency key', async () => {
    const [viewer, film] = [await server.aViewer(), await server.aFilm()];
    const post = () =>
      server.post(`/api/ott/movies/${film.movieId}/orders`, {
        as: viewer,
        body: { bookingStartTime: toWire(server.clock.now()), timezone: 'UTC' },
        headers: { 'Idempotency-Key': 'a-key' },
      });
    expect(await countSqlStatements(async () => expect((await post()).status).toBe(201))).toBe(4);
    expect(await countSqlStatements(async () => expect((await post()).status).toBe(201))).toBe(2);
  });

  it('are at most 24 for the proof of a payment, which becomes a ticket, an invoice and mails', async () => {
    const { anUnpaidOrder, checkout, payAtProvider, reportPayment } = purchaseSteps(server);
    await server.scriptSandbox({ provider: 'razorpay', webhook: 'drop', times: 20 });
    const { viewer, order } = await anUnpaidOrder();
    const proof = await payAtProvider((await checkout(viewer, order)).json.order_id);
    const report = async () =>
      expect(
        (await reportPayment(viewer, order, { paymentStatus: 'PAID', ...proof })).json
          .paymentStatus,
      ).toBe('PAID');
    expect(await countSqlStatements(report)).toBeLessThanOrEqual(24);
  });
});

describe.skipIf(!isPostgres)('the SQL statements of playing', () => {
  let server: PlaybackServer;
  beforeAll(async () => {
    server = await aPlaybackServer(await aMediaDir());
  });

  it('are one for a heartbeat, and two for a key', async () => {
    const [viewer, film] = [await server.aViewer(), await server.aPlayableFilm()];
    await server.aTicket(viewer, film);
    const opened = await (
      await server.call(viewer, 'POST', '/playmovieweb', { movieId: film.movieId })
    ).json();
    const { sessionId, playToken } = opened.data[0];
    const play = await (
      await server.call(viewer, 'POST', `/movies/${film.movieId}/movieplays`)
    ).json();
    const body = { moviePlayId: play.moviePlayId, playSeekTime: 1 };
    const renew = () => server.call(viewer, 'POST', `/playback/${sessionId}/renew`, body);
    await renew(); // the first loads the film
    expect(await countSqlStatements(async () => expect((await renew()).status).toBe(200))).toBe(1);
    const getKey = () => server.get(`/api/ott/playback/${sessionId}/keys/0`, playToken);
    expect(await countSqlStatements(async () => expect((await getKey()).status).toBe(200))).toBe(2);
  });
});
