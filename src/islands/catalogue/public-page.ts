import { href } from '#routes.ts';
import { transitionName } from './film/transition.ts';
import './prefetch.ts';

/** What every public page does in the browser without React: links for the signed-in, posters that keep their place, rails' buttons. */
const isMember = () => document.documentElement.dataset.session === 'member';

const filmLinkOf = (event: Event) => (event.target as Element).closest?.<HTMLAnchorElement>('a[data-movie-id]');

/** Spec §2: a signed-in viewer goes to the details, of a short film or series to the short film details. */
function leadToDetails(event: Event) {
  const link = filmLinkOf(event);
  if (!link || !isMember() || link.dataset.details) return;
  const isShort = ['SHORTS', 'SERIES'].includes(link.dataset.movieType ?? '');
  link.href = href(isShort ? 'shortFilmDetails' : 'movieDetails', { movie_id: link.dataset.movieId ?? '' });
  link.dataset.details = 'yes';
}
for (const sign of ['pointerover', 'focusin', 'touchstart', 'click'])
  document.addEventListener(sign, leadToDetails, { capture: true, passive: true });

/** Only the clicked poster may carry the name, or the browser gives the transition up. */
document.addEventListener('click', (event) => {
  const link = filmLinkOf(event);
  const poster = link?.querySelector<HTMLElement>('.sheetp, .now .frame, .board .frame');
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
  rail?.scrollBy({ left: Number(button?.dataset.railStep) * rail.clientWidth * 0.8, behavior: 'smooth' });
});

/** A script of home's own in its page would keep its first paint waiting, so it comes after everything else. */
async function wakeHome() {
  if (!document.querySelector('.banner')) return;
  const home = await import('./home-start.ts').catch(() => null);
  home?.startHome();
}
if (document.readyState === 'complete') void wakeHome();
else addEventListener('load', () => void wakeHome(), { once: true });
