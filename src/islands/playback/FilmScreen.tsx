import { useEffect } from 'react';
import { fromWire, localDay } from '#domain/dates.ts';
import { distinctEnglishName } from '#domain/film.ts';
import { displayDay, displayTime } from '#domain/format/dates.ts';
import { languageCode } from '#domain/languages.ts';
import { playbackMessages as text } from '#messages/playback.ts';
import { serverNow } from '#stores/server-clock.ts';
import {
  closePlayer,
  type FilmPlayer,
  type PlayerMovie,
  reopenFilm,
} from '#stores/playback/playback.ts';
import { Button } from '#ui/Button.tsx';
import type { Elements } from '#ui/elements.ts';
import { useDialog } from '#ui/use-dialog.ts';
import { hasPictureInPicture } from './picture-in-picture.ts';
import { HeaderButton, PlayerHeader } from './PlayerHeader.tsx';
import { useFilm } from './use-film.ts';
import { usePictureInPicture } from './use-picture-in-picture.ts';

export function FilmScreen({ player, children }: { player: FilmPlayer; children?: Elements }) {
  const { movie, session, problem, filmMessage } = player;
  const dialog = useDialog(closePlayer);
  // Takes the focus from Close, which Space would press while the film opens.
  useEffect(() => dialog.ref.current?.focus(), [dialog.ref]);
  useEffect(lockScrolling, []);
  const host = useFilm(session);
  const pip = usePictureInPicture(host, session?.id);

  return (
    <dialog
      {...dialog}
      tabIndex={-1}
      className="fixed inset-0 m-0 h-dvh max-h-none w-screen max-w-none overflow-hidden bg-black p-0 text-ink outline-none"
      data-theme="dark"
      aria-label={movie.movieName}
    >
      <div
        className="player-frame relative size-full overflow-hidden bg-black"
        data-player
        data-theme="dark"
      >
        {/* A new playback session needs an empty host element. */}
        <div ref={host} key={session?.id} className="absolute inset-0" />
        <PlayerHeader
          title={<FilmName movie={movie} />}
          note={movie.order && <ClosingNote until={movie.order.bookingEndTime} />}
        >
          {session && !pip.close && hasPictureInPicture() && (
            <HeaderButton
              icon="pictureInPicture"
              label={text.smallWindow}
              onClick={() => void pip.open()}
            />
          )}
          {session && children}
        </PlayerHeader>
        {pip.close && (
          <div className="absolute inset-0 grid place-content-center justify-items-center gap-6 p-6 text-center">
            <p className="lead-text max-w-[44ch]">{text.inSmallWindow}</p>
            <Button onClick={pip.close}>{text.leaveSmallWindow}</Button>
          </div>
        )}
        {problem && <PlaybackError {...problem} />}
        {!session && !problem && (
          <p
            role="status"
            className="lead-text pointer-events-none absolute inset-0 grid place-content-center p-6 text-center"
          >
            {text.opening}
          </p>
        )}
        <p role="status" className="film-message">
          {filmMessage && FILM_MESSAGES[filmMessage]}
        </p>
      </div>
    </dialog>
  );
}

const FILM_MESSAGES = {
  waiting: text.waiting,
  recordFailed: `${text.playRecordFailed}. ${text.playRecordFailedNote}`,
  watermarkHidden: text.watermarkHidden,
};

function lockScrolling() {
  const { style } = document.documentElement;
  const { overflow } = style;
  style.overflow = 'hidden';
  return () => void (style.overflow = overflow);
}

const FilmName = ({ movie }: { movie: PlayerMovie }) => (
  <>
    <bdi className="heading-4" lang={languageCode(movie.primaryLanguage)}>
      {movie.movieName}
    </bdi>
    {distinctEnglishName(movie) && (
      <span className="text-soft max-sm:hidden">{` · ${distinctEnglishName(movie)}`}</span>
    )}
  </>
);

/** One line on the narrowest phones too. */
function ClosingNote({ until }: { until: string }) {
  const time = closingTimeText(until);
  return (
    <>
      <span className="max-[22.4375rem]:hidden">{text.windowCloses.replace('{time}', time)}</span>
      <span className="min-[22.5rem]:hidden">{text.windowClosesShort.replace('{time}', time)}</span>
    </>
  );
}

const PlaybackError = ({ message, action }: NonNullable<FilmPlayer['problem']>) => (
  <div
    role="alert"
    className="absolute inset-0 grid place-content-center justify-items-center gap-6 p-6 text-center"
  >
    <p className="lead-text max-w-[44ch]">{message}</p>
    {action && (
      <Button autoFocus onClick={reopenFilm}>
        {action}
      </Button>
    )}
  </div>
);

/** `7.00 PM` today, `Sun 22 Nov, 7.00 PM` on another day. */
function closingTimeText(wire: string): string {
  const closesAt = fromWire(wire);
  if (!closesAt) return '-';
  const isToday = localDay(closesAt) === localDay(serverNow());
  return isToday
    ? displayTime(closesAt)
    : `${displayDay(closesAt)}, ${displayTime(closesAt).replace(' ', '\u00a0')}`;
}
