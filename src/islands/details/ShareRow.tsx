import type { MemberMovie } from '#contract/booking.ts';
import { detailMessages as text } from '#messages/details.ts';
import { createIcons } from '#ui/icons.tsx';
import { filmHref } from '../catalogue/film-link.ts';

const Icon = createIcons({
  facebook: (
    <path d="M11 18v-7h2.4l.5-2.8H11V6.6c0-.9.4-1.5 1.6-1.5H14V2.7A15 15 0 0 0 12 2.5C9.7 2.5 8.2 3.9 8.2 6.3v1.9H6V11h2.2v7" />
  ),
  x: <path d="M3.5 3.5l13 13M16.5 3.5l-13 13" />,
  whatsapp: (
    <path d="M3 17l1-3.7A7 7 0 1 1 6.8 16zM7.5 6.8c-.6 1.5 2.8 6 5.3 5.7.8-.1 1-.9.9-1.6L12 10l-1 1c-1-.5-1.7-1.2-2.1-2.2l.8-.9-.7-1.6z" />
  ),
  share: <path d="M10 12V2.5M6.5 6L10 2.5 13.5 6M4 10v7h12v-7" />,
});

const networkUrls = (link: string, message: string) =>
  [
    ['facebook', `https://www.facebook.com/sharer/sharer.php?${new URLSearchParams({ u: link })}`],
    ['x', `https://x.com/intent/post?${new URLSearchParams({ url: link, text: message })}`],
    ['whatsapp', `https://wa.me/?${new URLSearchParams({ text: `${message} ${link}` })}`],
  ] as const;

/** Shares the public film page. Plain links: no script of a network is loaded. */
export function ShareRow({ movie }: { movie: MemberMovie }) {
  const link = new URL(filmHref(movie), location.origin).href;
  const message = text.shareText(movie.movieNameEn ?? movie.movieName);
  return (
    <ul
      className="flex basis-full gap-2 pt-3 min-[75rem]:basis-auto min-[75rem]:pt-0"
      aria-label={text.share}
    >
      {networkUrls(link, message).map(([name, url]) => (
        <li key={name}>
          <a
            className="button secondary square"
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={text.shareOn(text.networks[name])}
          >
            <Icon name={name} />
          </a>
        </li>
      ))}
      {'share' in navigator && (
        <li className="min-[56.25rem]:hidden">
          <button
            type="button"
            className="button secondary square"
            aria-label={text.share}
            onClick={() => void shareFilm(link, message)}
          >
            <Icon name="share" />
          </button>
        </li>
      )}
    </ul>
  );
}

/** A cancelled share is no error. */
const shareFilm = (url: string, title: string) =>
  navigator.share({ url, title }).catch(() => undefined);
