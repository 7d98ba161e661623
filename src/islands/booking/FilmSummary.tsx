import { displayRunningTime } from '#domain/dates.ts';
import { gel, inOwnScript } from '../catalogue/film-link.ts';
import { FilmPoster } from '../catalogue/FilmPoster.tsx';
import { secondName } from '#domain/film.ts';

export interface LineFilm {
  movieName: string;
  movieNameEn: string | null;
  moviePoster: string | null;
  posterGel: string | null;
  primaryLanguage: string;
  runningTime: number | null;
}

/** `The Last Rain | Tamil | 02 h 14 m` */
export const filmLine = ({ primaryLanguage, runningTime, ...names }: LineFilm) =>
  [secondName(names), primaryLanguage, displayRunningTime(runningTime)].filter(Boolean).join(' | ');

/** A film in one row: small poster, name, facts. */
export const FilmLine = ({ film }: { film: LineFilm }) => (
  <div className="mini">
    <span className="frame" style={gel(film.posterGel)}>
      <FilmPoster film={film} address={film.moviePoster} sizes="52px" small />
    </span>
    <div className="min-w-0">
      <p className="d4" {...inOwnScript(film)}>
        {film.movieName}
      </p>
      <p className="sm soft">{filmLine(film)}</p>
    </div>
  </div>
);
