import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { SHARE_CARD } from '#domain/images.ts';
import { drawShareCard } from '#server/streaming/catalogue/share-card.ts';
import { aServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await aServer();
});

const requestCard = (movieId: number | string) =>
  server.app.request(`/api/ott/public/movies/${movieId}/card.png`);
/** Largest standard deviation of the pixels, 0 to 255. */
const contrast = async (card: Buffer) =>
  Math.max(...(await sharp(card).greyscale().stats()).channels.map(({ stdev }) => stdev));
const filmNamed = (movieName: string, movieNameEn: string | null = null) => ({
  movieName,
  movieNameEn,
  primaryLanguage: 'Tamil',
});

test('a film without artwork has a share card of the usual size with public caching', async () => {
  const { movieId } = await server.aFilm({ movieName: 'கடைசி மழை' });
  const response = await requestCard(movieId);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('image/png');
  expect(response.headers.get('cache-control')).toBe(
    'public, max-age=300, s-maxage=3600, stale-while-revalidate=86400',
  );
  const { width, height, format } = await sharp(
    Buffer.from(await response.arrayBuffer()),
  ).metadata();
  expect([width, height, format]).toEqual([SHARE_CARD.width, SHARE_CARD.height, 'png']);
});

test('a withdrawn film has no share card', async () => {
  const { movieId } = await server.aFilm({ active: 'N' });
  expect((await requestCard(movieId)).status).toBe(404);
  expect((await requestCard('nothing')).status).toBe(404);
});

test.each([
  'Last Rain',
  'கடைசி மழை',
  'بارش',
  'ಕೊನೆಯ ಮಳೆ',
  'The Extraordinarily Long and Winding Road That Leads to an Old Picture House by the Sea',
])('the name %s is drawn', async (name) => {
  const [card, empty] = await Promise.all([
    drawShareCard(filmNamed(name)),
    drawShareCard(filmNamed(' ')),
  ]);
  expect(await contrast(card)).toBeGreaterThan((await contrast(empty)) + 5);
});

test('a name that no typeface covers is drawn by its English name', async () => {
  const [card, empty] = await Promise.all([
    drawShareCard(filmNamed('最後の雨', 'Last Rain')),
    drawShareCard(filmNamed('最後の雨')),
  ]);
  expect(await contrast(card)).toBeGreaterThan((await contrast(empty)) + 5);
});
