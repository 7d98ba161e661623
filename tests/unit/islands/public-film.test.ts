import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { Movie } from '#contract/catalogue.ts';
import { PublicFilm } from '#islands/catalogue/film/PublicFilm.tsx';
import { catalogueMessages as text } from '#messages/catalogue.ts';

const film = {
  movieId: 7,
  movieKey: 'keyOfSeven',
  movieName: 'Night Rail',
  movieNameEn: null,
  movieType: 'MOVIES',
  primaryLanguage: 'English',
  movieDescription: 'A train at night.',
  movieGenres: [],
  movieActors: [],
  ticketRate: 99,
  ageRating: null,
  avgRating: null,
  trailorUrl: 'the-trailer.mp4',
  teaserUrl: 'the-teaser.mp4',
} as unknown as Movie;
const pageOf = (fields: Partial<Movie>) =>
  renderToStaticMarkup(createElement(PublicFilm, { movie: { ...film, ...fields } }));
/** Where the buttons with these words lead; one stands in the page, one in the dock. */
const buttons = (html: string, words: string) =>
  [...html.matchAll(new RegExp(`<a[^>]*href="([^"]*)"[^>]*>${words}<`, 'g'))].map(([, href]) => href);

describe('a film of the type Trailer', () => {
  test.each([
    ['plays its trailer', {}, 'the-trailer.mp4'],
    ['failing that, its teaser', { trailorUrl: null }, 'the-teaser.mp4'],
  ])('%s', (_, fields, file) => {
    const ends = expect.stringMatching(new RegExp(`/${file}$`));
    expect(buttons(pageOf({ movieType: 'Trailer', ...fields }), text.watchNow)).toEqual([ends, ends]);
  });

  test('sells no ticket and speaks of none', () => {
    const html = pageOf({ movieType: 'Trailer' });
    expect(buttons(html, text.bookNow)).toEqual([]);
    expect(html).not.toContain(text.howItWorks);
    expect(html).not.toContain(text.free);
  });
});

test('any other film is booked', () => {
  const html = pageOf({});
  expect(buttons(html, text.bookNow)).toHaveLength(2);
  expect(buttons(html, text.watchNow)).toEqual([]);
  expect(html).toContain(text.howItWorks);
});
