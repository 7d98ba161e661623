import type { ReactNode } from 'react';
import type { Movie } from '#contract/catalogue.ts';
import { displayRunningTime } from '#domain/dates.ts';
import { bannerAddress, posterAddress, secondName } from '#domain/film.ts';
import { catalogueMessages as text } from '#messages/catalogue.ts';
import { gel, genreHref, inOwnScript, wideGel } from '../film-link.ts';
import { LocalDate } from '../LocalDate.tsx';
import { FilmPoster } from '../FilmPoster.tsx';
import { Picture } from '../Picture.tsx';
import { placeName } from './transition.ts';

/** The head of a film's page: art, poster, name, facts, genres, and what one can do (`children`). */
export const FilmHero = ({ movie, children }: { movie: Movie; children?: ReactNode }) => (
  <section className="hero">
    <div className="pic" style={wideGel(movie)}>
      <Picture address={bannerAddress(movie)} kind="banner" sizes="100vw" first />
    </div>
    <div className="in body">
      <div className="pst sheetp" style={{ ...gel(movie.posterGel), ...placeName(movie.movieKey) }}>
        <FilmPoster
          film={movie}
          address={posterAddress(movie)}
          sizes="(width >= 900px) 296px, 132px"
          alt={text.posterOf(movie.movieNameEn ?? movie.movieName)}
        />
      </div>
      <div className="tx">
        <h1 className="d1" {...inOwnScript(movie)}>
          {movie.movieName}
        </h1>
        {secondName(movie) && <p className="en">{secondName(movie)}</p>}
        <FilmFacts movie={movie} />
        <ul className="tags">
          {movie.movieGenres.map(({ genre }) => (
            <li key={genre.genreId}>
              <a className="tag" href={genreHref(movie, genre.genreName)}>
                {genre.genreName}
              </a>
            </li>
          ))}
        </ul>
        {children}
      </div>
    </div>
  </section>
);

/** Spec §2: language, running time, release month or -, age rating as N+ or -. */
export const FilmFacts = ({ movie }: { movie: Movie }) => (
  <p className="meta dots">
    <span>{movie.primaryLanguage}</span>
    {displayRunningTime(movie.runningTime) && <span>{displayRunningTime(movie.runningTime)}</span>}
    <span>
      <LocalDate wire={movie.releaseDate} as="release" />
    </span>
    <span>{movie.ageRating === null ? '-' : <span className="age">{text.age(movie.ageRating)}</span>}</span>
  </p>
);
