import { beforeAll, describe, expect, test } from 'vitest';
import { playbackRefusals as refusals } from '#messages/playback-refusals.ts';
import { aServer, type TestServer } from '../support/test-server.ts';
import { purchaseSteps } from '../support/purchase.ts';

let server: TestServer;
let purchase: ReturnType<typeof purchaseSteps>;
beforeAll(async () => {
  server = await aServer();
  purchase = purchaseSteps(server);
});

describe('a play', () => {
  async function aTicket() {
    const bought = await purchase.anUnpaidOrder();
    await purchase.pay(bought.viewer, bought.order);
    return bought;
  }
  type Ticket = Awaited<ReturnType<typeof aTicket>>;
  const record = ({ viewer, film }: Ticket, headers = {}) =>
    server.post(`/api/ott/movies/${film.movieId}/movieplays`, {
      as: viewer,
      body: { deviceType: 'WEB' },
      headers,
    });
  const playCountOf = async ({ film }: Ticket) =>
    (
      await server.database.query(
        `select movie_play_id from movie_plays where movie_id = ${film.movieId}`,
      )
    ).rows.length;

  test('sent twice with one idempotency key is stored once', async () => {
    const ticket = await aTicket();
    const key = { 'Idempotency-Key': 'the first play' };
    const [first, repeated] = [await record(ticket, key), await record(ticket, key)];
    expect([repeated.status, repeated.json]).toEqual([201, first.json]);
    expect(await playCountOf(ticket)).toBe(1);
    await record(ticket, { 'Idempotency-Key': 'the second' });
    expect(await playCountOf(ticket)).toBe(2);
  });

  test('is limited to sixty an hour for each viewer', async () => {
    const ticket = await aTicket();
    for (let each = 0; each < 60; each++) expect((await record(ticket)).status).toBe(201);
    expect(await record(ticket)).toMatchObject({
      status: 429,
      json: { code: 'too_many_requests', message: refusals.tooManyPlays },
    });
    expect(await playCountOf(ticket)).toBe(60);
  });
});
