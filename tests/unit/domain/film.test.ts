import { expect, test } from 'vitest';
import { bannerAddress, cardLine, posterAddress, secondName, trailerAddress } from '#domain/film.ts';

const bare = {
  moviePoster: null,
  webMoviePoster: null,
  webMovieDetail: null,
  webStreamingNow: null,
  thumbnail: null,
  image: null,
};

test('a film is drawn with the first picture it has', () => {
  expect(posterAddress({ ...bare, moviePoster: 'p', thumbnail: 't' })).toBe('p');
  expect(posterAddress({ ...bare, image: 'i' })).toBe('i');
  expect(posterAddress(bare)).toBeNull();
  expect(bannerAddress({ ...bare, webStreamingNow: 's' })).toBe('s');
});

test('a trailer plays its trailer or, failing that, its teaser', () => {
  expect(trailerAddress({ trailorUrl: 'a', teaserUrl: 'b' })).toBe('a');
  expect(trailerAddress({ trailorUrl: null, teaserUrl: 'b' })).toBe('b');
});

test('the line of a card leaves out what is missing', () => {
  expect(cardLine('05 DEC 2026', 'Tamil', 'Drama')).toBe('05 DEC 2026 | Tamil | Drama');
  expect(cardLine(null, 'English', undefined)).toBe('English');
});

test.each([
  { movieName: 'கடல்', movieNameEn: 'The Sea', shown: 'The Sea' },
  { movieName: 'NINE LIGHTS', movieNameEn: 'Nine Lights', shown: null },
  { movieName: 'Café', movieNameEn: 'Cafe', shown: null },
  { movieName: 'கடல்', movieNameEn: null, shown: null },
  { movieName: 'கடல்', movieNameEn: '', shown: null },
])('$movieName with the English name $movieNameEn shows $shown beside it', ({ shown, ...film }) => {
  expect(secondName(film) || null).toBe(shown);
});
