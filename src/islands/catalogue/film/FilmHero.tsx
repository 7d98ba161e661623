import type { Movie } from '#contract/catalogue.ts';
import { bannerUrl, posterUrl, distinctEnglishName } from '#domain/film.ts';
import { displayRunningTime } from '#domain/format/durations.ts';
import { catalogueMessages as text } from '#messages/catalogue.ts';
import type { Elements } from '#ui/elements.ts';
import { colourStyle, genreHref, bannerColourStyle, languageAttributes } from '../film-link.ts';
import { LocalDate } from '../LocalDate.tsx';
import { FilmPoster } from '../FilmPoster.tsx';
import { HERO_SIZES, Picture } from '../Picture.tsx';
import { transitionStyle } from './poster-transition.ts';

export const FilmHero = ({ movie, children }: { movie: Movie; children?: Elements }) => (
  <section className="film-hero">
    <div className="backdrop" style={bannerColourStyle(movie)}>
      <Picture address={bannerUrl(movie)} kind="banner" sizes={HERO_SIZES} eager />
    </div>
    <div className="px-gut film-hero-content">
      <div
        className="poster"
        style={{ ...colourStyle(movie.posterGel), ...transitionStyle(movie.movieKey) }}
      >
        <FilmPoster
          film={movie}
          address={posterUrl(movie)}
          sizes="(width >= 75rem) 296px, (width >= 43.75rem) 220px, 132px"
          alt={text.posterOf(movie.movieNameEn ?? movie.movieName)}
        />
      </div>
      <div className="film-hero-text">
        <h1 className="heading-1" {...languageAttributes(movie)}>
          {movie.movieName}
        </h1>
        {distinctEnglishName(movie) && <p className="english-name">{distinctEnglishName(movie)}</p>}
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
const FilmFacts = ({ movie }: { movie: Movie }) => (
  <p className="dot-separated">
    <span>{movie.primaryLanguage}</span>
    {displayRunningTime(movie.runningTime) && <span>{displayRunningTime(movie.runningTime)}</span>}
    <span>
      <LocalDate wire={movie.releaseDate} as="release" />
    </span>
    <span>
      {movie.ageRating === null ? (
        '-'
      ) : (
        <span className="age-rating">{text.age(movie.ageRating)}</span>
      )}
    </span>
  </p>
);
