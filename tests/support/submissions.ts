import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { genres } from '#server/db/schema/catalogue.ts';
import type { TestServer } from './test-server.ts';

type Person = { userId: number };

export const aDraft = (overrides: object = {}) => ({
  movieName: 'ഒരു വേനൽ',
  movieNameEn: 'One Summer',
  countryOfProduction: 'India',
  runningTime: '96 minutes',
  yearProduced: '2025',
  yearReleased: '2026',
  primaryLanguage: 'Malayalam',
  website: 'https://films.example/one-summer',
  movieDescription: 'Two sisters repair their grandfather’s boat.',
  contactName: 'Asha Menon',
  contactEmail: 'asha@example.com',
  contactPhone: '9812345678',
  contactSignature: 'Asha Menon',
  contactPlace: 'Kochi',
  contactSignDate: '21-11-2026',
  contactPayment: 0,
  contactPaymentMethod: '',
  contactPaymentPaid: 0,
  contactPaymentStatus: '',
  contactPaymentTransno: '',
  active: 'N',
  image: 'placeholder',
  moviePoster: 'placeholder',
  releaseDate: '21-11-2026 00:00:00',
  ticketRate: 0,
  ageRating: 1,
  draftKey: randomUUID(),
  ...overrides,
});

export const submitFilm = (
  server: TestServer,
  as: Person,
  overrides: object = {},
  headers: Record<string, string> = {},
) => server.post('/api/ott/movies', { as, body: aDraft(overrides), headers });

export async function aSubmittedFilm(
  server: TestServer,
  maker: Person,
  overrides: object = {},
): Promise<number> {
  const { status, text, json } = await submitFilm(server, maker, overrides);
  if (status !== 201) throw new Error(`The film was not accepted: ${status} ${text}`);
  return json.movieId;
}

let count = 0;
export async function aGenre(server: TestServer, genreName = `Genre ${++count}`): Promise<number> {
  const [genre] = await server.database.db.insert(genres).values({ genreName }).returning();
  return genre!.genreId;
}

export const aPicture = (
  width = 900,
  height = 1350,
  format: 'jpeg' | 'png' | 'webp' = 'jpeg',
): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#7a1f3d' } })
    .toFormat(format)
    .toBuffer();
