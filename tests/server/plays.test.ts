import { beforeAll, describe, expect, test } from 'vitest';
import { playbackMessages as text } from '#messages/playback.ts';
import { aHouse, type TestHouse } from '../support/house.ts';
import { purchases } from '../support/purchase.ts';

let house: TestHouse;
let shop: ReturnType<typeof purchases>;
beforeAll(async () => {
  house = await aHouse();
  shop = purchases(house);
});

describe('a play', () => {
  async function aTicket() {
    const bought = await shop.anOpenOrder();
    await shop.pay(bought.viewer, bought.order);
    return bought;
  }
  type Ticket = Awaited<ReturnType<typeof aTicket>>;
  const record = ({ viewer, film }: Ticket, headers = {}) =>
    house.post(`/api/ott/movies/${film.movieId}/movieplays`, { as: viewer, body: { deviceType: 'WEB' }, headers });
  const playsOf = async ({ film }: Ticket) =>
    (await house.database.query(`select movie_play_id from movie_plays where movie_id = ${film.movieId}`)).rows.length;

  test('that is sent twice under one key is one', async () => {
    const ticket = await aTicket();
    const key = { 'Idempotency-Key': 'the first play' };
    const [first, again] = [await record(ticket, key), await record(ticket, key)];
    expect([again.status, again.json]).toEqual([201, first.json]);
    expect(await playsOf(ticket)).toBe(1);
    await record(ticket, { 'Idempotency-Key': 'the second' });
    expect(await playsOf(ticket)).toBe(2);
  });

  test('is written sixty times an hour for one viewer, then after a rest', async () => {
    const ticket = await aTicket();
    for (let each = 0; each < 60; each++) expect((await record(ticket)).status).toBe(201);
    expect(await record(ticket)).toMatchObject({
      status: 429,
      json: { code: 'too_many_requests', message: text.tooManyPlays },
    });
    expect(await playsOf(ticket)).toBe(60);
  });
});
