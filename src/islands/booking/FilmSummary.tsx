import type { Order } from '#contract/booking.ts';
import { displayRunningTime } from '#domain/format/durations.ts';
import { colourStyle, languageAttributes } from '../catalogue/film-link.ts';
import { FilmPoster } from '../catalogue/FilmPoster.tsx';
import { distinctEnglishName } from '#domain/film.ts';

/** `The Last Rain | Tamil | 02 h 14 m`; no line ends within the running time. */
export const filmSubtitle = ({ primaryLanguage, runningTime, ...names }: Order['orderMovie']) =>
  [
    distinctEnglishName(names),
    primaryLanguage,
    displayRunningTime(runningTime).replaceAll(' ', '\u00a0'),
  ]
    .filter(Boolean)
    .join(' | ');

export const FilmSummary = ({ film }: { film: Order['orderMovie'] }) => (
  <div className="flex items-center gap-3.5">
    <span className="poster-frame aspect-2/3 w-13 flex-none" style={colourStyle(film.posterGel)}>
      <FilmPoster film={film} address={film.moviePoster} sizes="52px" small />
    </span>
    <div className="min-w-0">
      <p className="heading-4" {...languageAttributes(film)}>
        {film.movieName}
      </p>
      <p className="small text-soft">{filmSubtitle(film)}</p>
    </div>
  </div>
);
