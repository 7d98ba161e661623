import type { Movie } from '#contract/catalogue.ts';
import { displayFullDate } from '#domain/format/calendar-days.ts';
import { LANGUAGE } from '#domain/format/locale.ts';
import { displayRupees } from '#domain/format/numbers.ts';
import { embedMessages as text } from '#messages/embed.ts';
import { openingDay } from './opening-day.ts';

/**
 * `<matinee-ticket film="42" from="my-site"><a href="…">Tickets</a></matinee-ticket>` on any site
 * (docs/links.md). The link inside is shown until the film is known, and if the API cannot be
 * reached. At most 3,000 bytes, which a test of the build measures.
 */
const TAG = 'matinee-ticket';

type Film = Pick<
  Movie,
  'movieKey' | 'movieName' | 'movieType' | 'streamingStartDate' | 'ticketRate'
>;

const { src } = document.currentScript as HTMLScriptElement;
const urlOf = (path: string) => new URL(path, src);
const API = import.meta.env.PUBLIC_OTT_URL || '/api/ott';

/** Null for a film that is not on show; undefined if the API cannot be reached. */
async function fetchFilm(movieId: string): Promise<Film | null | undefined> {
  const address = urlOf(`${API}/public/movies/${encodeURIComponent(movieId)}`);
  const response = await fetch(address, { credentials: 'omit' });
  if (response.ok) return response.json();
  return response.status === 404 ? null : undefined;
}

// Chosen: without the name, which the server adds: its code is a tenth of this script.
const filmUrl = ({ movieKey }: Film, from: string | null) =>
  urlOf(import.meta.env.FILM_PATH + movieKey + (from ? `?from=${encodeURIComponent(from)}` : ''))
    .href;

function element<Name extends 'a' | 'div' | 'p'>(
  name: Name,
  content: (string | Element)[],
  properties: object,
) {
  const created = Object.assign(document.createElement(name), properties);
  created.append(...content);
  return created;
}

// Out of a frame, too: the pages of the cinema refuse to be in one.
const link = (href: string, content: string, label = content) => {
  const created = element('a', [content], { href, target: '_top', part: 'button' });
  created.setAttribute('aria-label', label);
  return created;
};

/** A sentence about the booking; empty if it is open. */
function openingNote({ streamingStartDate }: Film): string {
  if (!streamingStartDate) return text.noDate;
  const [day, month, year, hour, minute] = streamingStartDate.split(/\D/).map(Number) as [
    number,
    number,
    number,
    number,
    number,
  ];
  const opens = openingDay(new Date(Date.UTC(year, month - 1, day, hour, minute)));
  return Number(opens) > Date.now() ? text.bookingOpens(displayFullDate(opens)) : '';
}

function drawFilm(film: Film, from: string | null): Element[] {
  const isTrailer = film.movieType === 'Trailer';
  const note = isTrailer ? '' : openingNote(film);
  const price = film.ticketRate ? `${displayRupees(film.ticketRate)} ${text.plusGst}` : text.free;
  const action = isTrailer ? text.seeFilm : `${note ? text.seeFilm : text.bookNow} · ${price}`;
  return [link(filmUrl(film, from), action, `${action}: ${film.movieName}`), sentence(note)];
}

const sentence = (content: string) => element('p', [content], { part: 'note' });

/** Without `light-dark()`, the colours for light pages. They are legible on dark pages too. */
const STYLE = `:host{display:inline-block;--b:var(--matinee-background,#611226);--c:var(--matinee-color,#f9e2d9)}
@supports(color:light-dark(red,red)){:host{--b:var(--matinee-background,light-dark(#611226,#f2c4b6));--c:var(--matinee-color,light-dark(#f9e2d9,#2a0b13))}}
a{display:inline-block;box-sizing:border-box;min-height:44px;padding:10px 20px;border:1px solid var(--c);border-radius:var(--matinee-radius,6px);background:var(--b);color:var(--c);line-height:22px;text-decoration:none}
a:hover{text-decoration:underline}
a:focus-visible{outline:3px solid var(--b);outline-offset:2px}
p{margin:0}`;

class TicketButton extends HTMLElement {
  static get observedAttributes() {
    return ['film', 'from'];
  }

  declare film: Film | null | undefined;
  declare fallback: Element;
  declare root: ShadowRoot;

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    this.root = root;
    this.fallback = document.createElement('slot');
    this.fallback.append(link(urlOf('/').href, text.tickets));
    root.append(this.fallback);
    // Not a <style> element: the content policy of the page may forbid it.
    if (!root.adoptedStyleSheets) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    root.adoptedStyleSheets = [sheet];
  }

  async attributeChangedCallback(name: string) {
    const id = this.getAttribute('film');
    if (name === 'film') {
      this.film = undefined;
      const film = await fetchFilm(id ?? '').catch(() => undefined);
      // Meanwhile, the page may have named another film.
      if (id === this.getAttribute('film')) this.film = film;
    }
    this.draw();
  }

  draw() {
    const { film, root } = this;
    const hadFocus = this.matches(':focus-within');
    if (film === undefined) return root.replaceChildren(this.fallback);
    const elements = film ? drawFilm(film, this.getAttribute('from')) : [sentence(text.notOnShow)];
    root.replaceChildren(element('div', elements, { lang: LANGUAGE, dir: 'ltr' }));
    if (hadFocus) root.querySelector('a')?.focus();
    return undefined;
  }
}

if (!customElements.get(TAG)) customElements.define(TAG, TicketButton);
