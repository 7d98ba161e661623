import type { Page } from '@playwright/test';
import type { Movie } from '#contract/catalogue.ts';
import { href } from '#routes.ts';
import { bookNow, sharedLink } from './browser.ts';

interface Screen {
  name: string;
  isMember?: boolean;
  open: (page: Page, film: Movie) => Promise<unknown>;
}

/** Every screen that a visitor or a viewer can come to. */
export const SCREENS: Screen[] = [
  { name: 'home', open: (page) => page.goto(href('home')) },
  { name: 'movies', open: (page) => page.goto(href('movies')) },
  { name: 'short films', open: (page) => page.goto(href('shortFilms')) },
  { name: 'web series', open: (page) => page.goto(href('webSeries')) },
  { name: 'upcoming', open: (page) => page.goto(href('upcoming')) },
  { name: 'a film', open: (page, film) => page.goto(sharedLink(film)) },
  { name: 'sign up', open: (page) => page.goto(href('signup')) },
  { name: 'the code', open: (page) => page.goto(href('otpMobile', { userdetail: '9812345678' })) },
  { name: 'about us', open: (page) => page.goto(href('aboutUs')) },
  { name: 'terms and conditions', open: (page) => page.goto(href('termsAndConditions')) },
  { name: 'not found', open: (page) => page.goto('/nowhere') },
  { name: 'user info', isMember: true, open: (page) => page.goto(href('userInfo')) },
  { name: 'details', isMember: true, open: (page, film) => page.goto(href('movieDetails', { movie_id: film.movieId })) },
  { name: 'the counter', isMember: true, open: (page, film) => page.goto(href('ticketBooking', { movie_id: film.movieId })) },
  { name: 'payment', isMember: true, open: bookNow },
  { name: 'profile', isMember: true, open: (page) => page.goto(href('profile')) },
  { name: 'booking history', isMember: true, open: (page) => page.goto(href('purchaseHistory')) },
  { name: 'submit a film', isMember: true, open: (page) => page.goto(href('submitFilm')) },
];

/** Until nothing is loading any more: the network rests, no skeleton is left, the letters are there. */
export async function settled(page: Page) {
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => !document.querySelector('.skeleton, [data-skeleton]') && document.fonts.status === 'loaded');
}
