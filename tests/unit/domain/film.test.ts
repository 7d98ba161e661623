import { expect, test } from 'vitest';
import {
  bannerUrl,
  bilingualName,
  cardGenre,
  cardSubtitle,
  posterUrl,
  distinctEnglishName,
  trailerUrl,
} from '#domain/film.ts';

const bare = {
  moviePoster: null,
  webMoviePoster: null,
  webMovieDetail: null,
  webStreamingNow: null,
  thumbnail: null,
  image: null,
};

test('a film shows its first available picture', () => {
  expect(posterUrl({ ...bare, moviePoster: 'p', thumbnail: 't' })).toBe('p');
  expect(posterUrl({ ...bare, image: 'i' })).toBe('i');
  expect(posterUrl(bare)).toBeNull();
  expect(bannerUrl({ ...bare, webStreamingNow: 's' })).toBe('s');
});

test('the trailer of a film is its own, or its teaser if it has none', () => {
  expect(trailerUrl({ trailorUrl: 'a', teaserUrl: 'b' })).toBe('a');
  expect(trailerUrl({ trailorUrl: null, teaserUrl: 'b' })).toBe('b');
});

test('a card shows the first genre of the film, in a filtered list the first one of the list', () => {
  const genres = ['Romance', 'Drama', 'Crime'].map((genreName, index) => ({
    genre: { genreId: index + 1, genreName },
  }));
  const shown = (filterGenreIds: number[]) => cardGenre(genres, filterGenreIds)?.genre.genreName;
  expect(shown([])).toBe('Romance');
  expect(shown([3, 2])).toBe('Drama');
  expect(shown([9])).toBe('Romance');
  expect(cardGenre([], [2])).toBeUndefined();
});

test('the subtitle of a card leaves out missing parts', () => {
  expect(cardSubtitle('05 DEC 2026', 'Tamil', 'Drama')).toBe('05 DEC 2026 | Tamil | Drama');
  expect(cardSubtitle(null, 'English', undefined)).toBe('English');
});

test.each([
  { movieName: 'கடல்', movieNameEn: 'The Sea', shown: 'The Sea', line: 'கடல் (The Sea)' },
  { movieName: 'NINE LIGHTS', movieNameEn: 'Nine Lights', shown: null, line: 'NINE LIGHTS' },
  { movieName: 'Café', movieNameEn: 'Cafe', shown: null, line: 'Café' },
  { movieName: 'கடல்', movieNameEn: null, shown: null, line: 'கடல்' },
  { movieName: 'கடல்', movieNameEn: '', shown: null, line: 'கடல்' },
])(
  '$movieName with the English name $movieNameEn shows the second name $shown',
  ({ shown, line, ...film }) => {
    expect(distinctEnglishName(film) || null).toBe(shown);
    expect(bilingualName(film)).toBe(line);
  },
);
