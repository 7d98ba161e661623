import type { Movie } from '#contract/catalogue.ts';
import { bannerUrl, posterUrl } from '#domain/film.ts';
import { catalogueMessages as text } from '#messages/catalogue.ts';
import { Icon as CloseIcon } from '#ui/icons.tsx';
import { bannerColourStyle } from '../film-link.ts';
import { Icon } from '../icons.tsx';
import { Picture } from '../Picture.tsx';
import { videoHref } from './video-href.ts';

/** Without scripts each tile links to the video; film-page.ts opens the popup player. */
export function Trailers({ movie }: { movie: Movie }) {
  const tiles = [
    { label: text.trailer, address: movie.trailorUrl },
    { label: text.teaser, address: movie.teaserUrl },
  ].flatMap(({ label, address }) => (address ? [{ label, address }] : []));
  if (tiles.length === 0) return null;
  const banner = bannerUrl(movie);
  return (
    <section>
      <h2 className="heading-3">{text.teaserTrailer}</h2>
      <div className="trailer-tiles">
        {tiles.map(({ label, address }) => (
          <a
            key={label}
            className="trailer-tile"
            href={videoHref(address)}
            data-trailer={text.play(label, movie.movieName)}
          >
            <span className="banner-frame" style={bannerColourStyle(movie)}>
              <Picture
                address={banner ?? posterUrl(movie)}
                kind={banner ? 'banner' : 'poster'}
                sizes="(width >= 56.25rem) 193px, 45vw"
              />
            </span>
            <span className="play-icon">
              <Icon name="play" />
            </span>
            <span className="caption">{label}</span>
          </a>
        ))}
      </div>
    </section>
  );
}

/** Filled and opened by film-page.ts. */
export const TrailerDialog = () => (
  <dialog className="modal film" id="trailer">
    <div className="player-frame" data-player data-theme="dark" tabIndex={-1}>
      <div />
      <div className="film-head">
        <p className="film-name heading-4" dir="auto" />
        <form method="dialog">
          <button className="button secondary small" data-close-button>
            <CloseIcon name="close" />
            <span>{text.close}</span>
          </button>
        </form>
      </div>
    </div>
  </dialog>
);
