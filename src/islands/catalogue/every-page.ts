import { href } from '#routes.ts';
import { transitionName } from './film/poster-transition.ts';
import './prefetch.ts';
import { rememberLinkSource } from '#stores/link-source.ts';

/**
 * Scripts of every page, without React: links for signed-in viewers, poster transitions, rail
 * buttons, days of streaming.
 */
const isMember = () => document.documentElement.dataset.session === 'member';

rememberLinkSource(
  Number(document.querySelector<HTMLElement>('[data-film-id]')?.dataset.filmId) || null,
);

const filmLinkOf = (event: Event) =>
  (event.target as Element).closest?.<HTMLAnchorElement>('a[data-movie-id]');

/** Spec §2: signed-in viewers open the details page of the film's kind. */
function linkToDetails(event: Event) {
  const link = filmLinkOf(event);
  if (!link || !isMember() || link.dataset.details) return;
  const isShortOrSeries = ['SHORTS', 'SERIES'].includes(link.dataset.movieType ?? '');
  link.href = href(isShortOrSeries ? 'shortFilmDetails' : 'movieDetails', {
    movie_id: link.dataset.movieId ?? '',
  });
  link.dataset.details = 'yes';
}
for (const eventName of ['pointerover', 'focusin', 'touchstart', 'click'])
  document.addEventListener(eventName, linkToDetails, { capture: true, passive: true });

/** Only one poster may have this view-transition-name, or the browser skips the transition. */
document.addEventListener('click', (event) => {
  const link = filmLinkOf(event);
  const poster = link?.querySelector<HTMLElement>(
    '.poster, .streaming-row .poster-frame, .upcoming-dates .poster-frame',
  );
  if (!link || !poster) return;
  document
    .querySelectorAll<HTMLElement>('[data-leaving]')
    .forEach((each) => each.style.removeProperty('view-transition-name'));
  poster.dataset.leaving = '';
  poster.style.setProperty('view-transition-name', transitionName(link.dataset.movieKey ?? ''));
});

document.addEventListener('click', (event) => {
  const button = (event.target as Element).closest<HTMLButtonElement>('[data-rail-step]');
  const rail = button?.closest('section')?.querySelector('.rail');
  const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
  rail?.scrollBy({ left: Number(button?.dataset.railStep) * rail.clientWidth * 0.8, behavior });
});

/**
 * The HTML of a card has the price and the day on which the film starts to stream, because it can
 * be older than that day.
 */
for (const each of document.querySelectorAll<HTMLElement>('[data-streams]'))
  if (Date.parse(each.dataset.streams!) > Date.now()) each.dataset.later = '';

/** Loads React for signed-in viewers only. */
async function showTickets() {
  const host = document.querySelector('.member-tickets');
  if (!host || !isMember()) return;
  const ticketsModule = await import('../history/ValidTickets.tsx').catch(() => null);
  ticketsModule?.showMemberTickets(host);
}

async function loadHomePage() {
  if (!document.querySelector('.banner')) return;
  const homePage = await import('./home-page.ts').catch(() => null);
  homePage?.startHomePage();
}
/** Loaded last, because separate scripts in the page would delay the first paint. */
function loadDeferredScripts() {
  void showTickets();
  void loadHomePage();
}
if (document.readyState === 'complete') loadDeferredScripts();
else addEventListener('load', loadDeferredScripts, { once: true });
