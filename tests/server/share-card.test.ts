import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { CARD } from '#domain/images.ts';
import { drawCard } from '#server/streaming/catalogue/drawn-card.ts';
import { aHouse, type TestHouse } from '../support/house.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await aHouse();
});

const ask = (movieId: number | string) => house.app.request(`/api/ott/public/movies/${movieId}/card.png`);
/** Of 255, how far the pixels are from one colour. */
const contrast = async (card: Buffer) =>
  Math.max(...(await sharp(card).greyscale().stats()).channels.map(({ stdev }) => stdev));
const named = (movieName: string, movieNameEn: string | null = null) => ({
  movieName,
  movieNameEn,
  primaryLanguage: 'Tamil',
});

test('a shared link to a film without artwork has a picture of the usual size, which everybody may keep', async () => {
  const { movieId } = await house.aFilm({ movieName: 'கடைசி மழை' });
  const answer = await ask(movieId);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('image/png');
  expect(answer.headers.get('cache-control')).toBe('public, max-age=300, s-maxage=3600, stale-while-revalidate=86400');
  const { width, height, format } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
  expect([width, height, format]).toEqual([CARD.width, CARD.height, 'png']);
});

test('a film that is not shown has none', async () => {
  const { movieId } = await house.aFilm({ active: 'N' });
  expect((await ask(movieId)).status).toBe(404);
  expect((await ask('nothing')).status).toBe(404);
});

test.each([
  'Last Rain',
  'கடைசி மழை',
  'بارش',
  'ಕೊನೆಯ ಮಳೆ',
  'The Extraordinarily Long and Winding Road That Leads to an Old Picture House by the Sea',
])('the name %s is drawn', async (name) => {
  const [card, empty] = await Promise.all([drawCard(named(name)), drawCard(named(' '))]);
  expect(await contrast(card)).toBeGreaterThan((await contrast(empty)) + 5);
});

test('a name in letters of no typeface is drawn by its English name', async () => {
  const [card, empty] = await Promise.all([drawCard(named('最後の雨', 'Last Rain')), drawCard(named('最後の雨'))]);
  expect(await contrast(card)).toBeGreaterThan((await contrast(empty)) + 5);
});
