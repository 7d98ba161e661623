import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { Movie } from '#contract/catalogue.ts';
import { PublicFilm } from '#islands/catalogue/film/PublicFilm.tsx';
import { bookingMessages as booking } from '#messages/booking.ts';
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
  streamingStartDate: '01-11-2026 06:30:00',
  ageRating: null,
  avgRating: null,
  trailorUrl: 'the-trailer.mp4',
  teaserUrl: 'the-teaser.mp4',
} as unknown as Movie;
const pageOf = (fields: Partial<Movie>, streamsFrom: Date | null = null) =>
  renderToStaticMarkup(createElement(PublicFilm, { movie: { ...film, ...fields }, streamsFrom }));
/** Link targets of the buttons with this text: one in the page, one in the bottom bar. */
const buttons = (html: string, words: string) =>
  [...html.matchAll(new RegExp(`<a[^>]*href="([^"]*)"[^>]*>${words}<`, 'g'))].map(
    ([, href]) => href,
  );

describe('a film of the type Trailer', () => {
  test.each([
    ['plays its trailer', {}, 'the-trailer.mp4'],
    ['plays its teaser if there is no trailer', { trailorUrl: null }, 'the-teaser.mp4'],
  ])('%s', (_, fields, file) => {
    const ends = expect.stringMatching(new RegExp(`/${file}$`));
    expect(buttons(pageOf({ movieType: 'Trailer', ...fields }), text.watchNow)).toEqual([
      ends,
      ends,
    ]);
  });

  test('sells and mentions no ticket', () => {
    const html = pageOf({ movieType: 'Trailer' });
    expect(buttons(html, text.bookNow)).toEqual([]);
    expect(html).not.toContain(text.howItWorks);
    expect(html).not.toContain(text.free);
  });
});

test('any other film offers booking', () => {
  const html = pageOf({});
  expect(buttons(html, text.bookNow)).toHaveLength(2);
  expect(buttons(html, text.watchNow)).toEqual([]);
  expect(html).toContain(text.howItWorks);
  expect(html).toContain(text.ticketRules);
});

test.each([
  [4.5, 4, 1],
  [4.2, 4, 0],
  [3.8, 4, 0],
  [0.3, 0, 1],
])('an average of %s fills %i stars and %i half star', (avgRating, full, half) => {
  const html = pageOf({ avgRating });
  expect(html.split('class="star"')).toHaveLength(full + 1);
  expect(html.split('class="half"')).toHaveLength(half + 1);
});

test('people without a photograph are shown by their initials', () => {
  const people = ['Yazhini Kadambar', 'காவ்யா', 'A. R. Rahman'].map((actorName) => ({
    actorRole: 'Actor',
    actor: { actorName, actorImage: null },
  }));
  const html = pageOf({ movieActors: people as Movie['movieActors'] });
  expect([...html.matchAll(/<text[^>]*>([^<]*)</g)].map(([, letters]) => letters)).toEqual([
    'YK',
    'கா',
    'AR',
  ]);
});

test('a film without a streaming date says so and is not sold', () => {
  const html = pageOf({ streamingStartDate: null });
  expect(buttons(html, text.bookNow)).toEqual([]);
  expect(html).not.toContain(text.howItWorks);
  // Once: the bottom bar shows only available actions.
  expect(html.split(booking.noDate)).toHaveLength(2);
});

test('a film without a poster gets a poster drawn from its name and language', () => {
  const html = pageOf({ movieName: 'கடல்', primaryLanguage: 'Tamil' });
  const [poster] = /<span class="drawn-poster"[^]*?<\/div>/.exec(html)!;
  expect(poster).toContain('aria-hidden="true"');
  for (const words of ['>Tamil<', '>கடல்<', 'lang="ta"']) expect(poster).toContain(words);
  expect(pageOf({ moviePoster: 'abcdefabcdef/poster-400.webp' })).not.toContain(
    'class="drawn-poster"',
  );
});

test('a film that does not stream yet shows its start, the day when booking opens, and a calendar entry', () => {
  const html = pageOf({}, new Date('2026-12-04T18:30:00Z'));
  expect(html).toContain(booking.streamsFrom('Sat 5 Dec 2026, 12.00 AM IST'));
  expect(html.split(booking.bookingOpens('Sun 29 Nov 2026'))).toHaveLength(3);
  expect(buttons(html, booking.calendarEntry)).toEqual(['/api/ott/public/movies/7/booking.ics']);
});

test('a film that streams does not show its start', () => {
  expect(pageOf({})).not.toContain('Streams from');
});
