import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { genres } from '#server/db/schema/catalogue.ts';
import type { TestHouse } from './house.ts';

type Person = { userId: number };

/** A film as the wizard sends it, without a fee. */
export const aDraft = (change: object = {}) => ({
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
  ...change,
});

export const submitFilm = (house: TestHouse, as: Person, change: object = {}, headers: Record<string, string> = {}) =>
  house.post('/api/ott/movies', { as, body: aDraft(change), headers });

/** A film that its maker has just submitted. */
export async function aSubmittedFilm(house: TestHouse, maker: Person, change: object = {}): Promise<number> {
  const { status, text, json } = await submitFilm(house, maker, change);
  if (status !== 201) throw new Error(`The film was not taken: ${status} ${text}`);
  return json.movieId;
}

let count = 0;
export async function aGenre(house: TestHouse, genreName = `Genre ${++count}`): Promise<number> {
  const [genre] = await house.database.db.insert(genres).values({ genreName }).returning();
  return genre!.genreId;
}

/** A picture with something on it. */
export const aPicture = (width = 900, height = 1350, format: 'jpeg' | 'png' | 'webp' = 'jpeg'): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#7a1f3d' } })
    .toFormat(format)
    .toBuffer();
