import { useStore } from '@nanostores/react';
import type { MemberMovie } from '#contract/booking.ts';
import { distinctEnglishName, posterUrl } from '#domain/film.ts';
import { displayDay, displayTime } from '#domain/format/dates.ts';
import { displayRunningTime, displaySeconds, displayWait } from '#domain/format/durations.ts';
import { orderWindow } from '#domain/order-window.ts';
import { commonMessages } from '#messages/common.ts';
import { televisionScreenMessages as text } from '#messages/television-screen.ts';
import { href } from '#routes.ts';
import { startWatching } from '#stores/playback/playback.ts';
import { $film, $now, canWatch, goBack, loadFilm } from '#stores/television/television.ts';
import { Button } from '#ui/Button.tsx';
import { colourStyle, languageAttributes } from '../catalogue/film-link.ts';
import { FilmPoster } from '../catalogue/FilmPoster.tsx';
import { QrCode } from './QrCode.tsx';
import { TelevisionError } from './TelevisionError.tsx';

type OpenFilm = NonNullable<ReturnType<typeof $film.get>>;

export function TelevisionFilm({ film: { movieId, movie, error } }: { film: OpenFilm }) {
  if (movie) return <FilmPage movie={movie} />;
  if (!error) return <p role="status">{commonMessages.loading}</p>;
  return (
    <>
      <TelevisionError title={text.filmFailed} sentence={error} onRetry={() => loadFilm(movieId)} />
      <BackButton hasFocus={false} />
    </>
  );
}

const FilmPage = ({ movie }: { movie: MemberMovie }) => (
  <div className="tv-columns">
    <div>
      <h1 className="heading-2 tv-title" {...languageAttributes(movie)}>
        {movie.movieName}
      </h1>
      {distinctEnglishName(movie) && <p className="tv-heading">{distinctEnglishName(movie)}</p>}
      <p className="tv-soft">{factsOf(movie)}</p>
      <FilmAction movie={movie} />
      <p className="tv-synopsis" dir="auto">
        {movie.movieDescription}
      </p>
      <BackButton hasFocus={!canWatch(movie)} />
    </div>
    <span className="tv-poster tv-large" style={colourStyle(movie.posterGel)}>
      <FilmPoster film={movie} address={posterUrl(movie)} sizes="30vw" />
    </span>
  </div>
);

const factsOf = ({ primaryLanguage, movieGenres, runningTime, ageRating }: MemberMovie) =>
  [
    primaryLanguage,
    movieGenres[0]?.genre.genreName,
    runningTime && displayRunningTime(runningTime),
    ageText(ageRating),
  ]
    .filter(Boolean)
    .join(' · ');

const ageText = (age: number | null) => age !== null && text.age(age);

const BackButton = ({ hasFocus }: { hasFocus: boolean }) => (
  <Button kind="secondary" autoFocus={hasFocus} onClick={goBack}>
    {text.back}
  </Button>
);

function FilmAction({ movie }: { movie: MemberMovie }) {
  const now = useStore($now);
  const { order } = movie;
  if (order && canWatch(movie))
    return <Watch movie={movie} until={orderWindow(order).bookingEndTime} />;
  if (order) return <p>{text.watchIn(displayWait(orderWindow(order).bookingStartTime, now))}</p>;
  return (
    <div className="tv-book">
      <QrCode
        address={location.origin + href('watchLink', { movie_id: movie.movieKey })}
        label={text.filmQrLabel(movie.movieName)}
      />
      <div>
        <h2 className="tv-heading">{text.bookOnPhone}</h2>
        <p>{text.bookOnPhoneNote}</p>
      </div>
    </div>
  );
}

const Watch = ({ movie, until }: { movie: MemberMovie; until: Date }) => (
  <>
    <p>
      {movie.resumeAt > 0 && <span>{text.resumesAt(displaySeconds(movie.resumeAt))}</span>}{' '}
      <span>{text.watchUntil(`${displayDay(until)}, ${displayTime(until)}`)}</span>
    </p>
    <Button autoFocus onClick={() => void startWatching(movie)}>
      {text.watchNow}
    </Button>
  </>
);
