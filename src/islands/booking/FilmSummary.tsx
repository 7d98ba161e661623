import { displayRunningTime } from '#domain/dates.ts';
import { colourStyle, languageAttributes } from '../catalogue/film-link.ts';
import { FilmPoster } from '../catalogue/FilmPoster.tsx';
import { distinctEnglishName } from '#domain/film.ts';

export interface SummaryFilm {
  movieName: string;
  movieNameEn: string | null;
  moviePoster: string | null;
  posterGel: string | null;
  primaryLanguage: string;
  runningTime: number | null;
}

/** `The Last Rain | Tamil | 02 h 14 m` */
export const filmSubtitle = ({ primaryLanguage, runningTime, ...names }: SummaryFilm) =>
  [distinctEnglishName(names), primaryLanguage, displayRunningTime(runningTime)].filter(Boolean).join(' | ');

export const FilmSummary = ({ film }: { film: SummaryFilm }) => (
  <div className="mini">
    <span className="frame" style={colourStyle(film.posterGel)}>
      <FilmPoster film={film} address={film.moviePoster} sizes="52px" small />
    </span>
    <div className="min-w-0">
      <p className="d4" {...languageAttributes(film)}>
        {film.movieName}
      </p>
      <p className="sm soft">{filmSubtitle(film)}</p>
    </div>
  </div>
);
