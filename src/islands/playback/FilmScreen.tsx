import { type KeyboardEvent, type ReactNode, useEffect } from 'react';
import { displayDay, displayHour, fromWire, toLocalDayjs } from '#domain/dates.ts';
import { languageCode } from '#domain/languages.ts';
import { playbackMessages as text } from '#messages/playback.ts';
import { serverNow } from '#stores/server-clock.ts';
import { closePlayer, type FilmPlayer, reopenFilm } from '#stores/playback.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/icons.tsx';
import { useDialog } from '#ui/use-dialog.ts';
import { hasPictureInPicture } from './picture-in-picture.ts';
import { useFilm } from './use-film.ts';
import { usePictureInPicture } from './use-picture-in-picture.ts';

export function FilmScreen({ player }: { player: FilmPlayer }) {
  const { movie, session, problem, notice } = player;
  const dialog = useDialog(closePlayer);
  useEffect(lockScrolling, []);
  const host = useFilm(session);
  const pip = usePictureInPicture(host, session?.sessionId);

  return (
    <dialog
      {...dialog}
      onKeyDownCapture={keepDialogOpen}
      className="m-0 h-dvh max-h-none w-screen max-w-none overflow-hidden bg-black p-0 text-ink"
      data-theme="dark"
      aria-label={movie.movieName}
    >
      <div className="player-frame relative size-full overflow-hidden bg-black" data-player>
        {/* A new playback session needs an empty host element. */}
        <div ref={host} key={session?.sessionId} className="absolute inset-0" />
        <PlayerHeader movie={movie}>
          {session && !pip.close && hasPictureInPicture() && (
            <Button kind="secondary" small className="bg-black/50" onClick={pip.open}>
              {text.smallWindow}
            </Button>
          )}
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
        <p role="status" className="film-notice">
          {notice}
        </p>
      </div>
    </dialog>
  );
}

/** Escape first closes an open menu of the player. */
const keepDialogOpen = (event: KeyboardEvent) => {
  const isMenuOpen = event.currentTarget.querySelector('.plyr__menu__container:not([hidden])');
  if (event.key === 'Escape' && isMenuOpen) event.preventDefault();
};

function lockScrolling() {
  const { style } = document.documentElement;
  const { overflow } = style;
  style.overflow = 'hidden';
  return () => void (style.overflow = overflow);
}

const PlayerHeader = ({ movie, children }: Pick<FilmPlayer, 'movie'> & { children: ReactNode }) => (
  <div className="film-head absolute inset-x-0 top-0 z-10 flex items-start justify-between gap-4 px-gut pt-4 pb-12">
    <div className="min-w-0">
      <p className="heading-4" lang={languageCode(movie.primaryLanguage)} dir="auto">
        {movie.movieName}
      </p>
      {movie.order && (
        <p className="small text-soft">
          {text.windowCloses.replace('{time}', closingTimeText(movie.order.bookingEndTime))}
        </p>
      )}
    </div>
    <div className="flex flex-none gap-3">
      {children}
      <Button kind="secondary" small className="bg-black/50" onClick={closePlayer}>
        <Icon name="close" />
        {text.close}
      </Button>
    </div>
  </div>
);

const PlaybackError = ({ message, action }: NonNullable<FilmPlayer['problem']>) => (
  <div role="alert" className="absolute inset-0 grid place-content-center justify-items-center gap-6 p-6 text-center">
    <p className="lead-text max-w-[44ch]">{message}</p>
    {action && <Button onClick={reopenFilm}>{action}</Button>}
  </div>
);

/** `7.00 PM` today, `Sun 22 Nov, 7.00 PM` on another day. */
function closingTimeText(wire: string): string {
  const closesAt = fromWire(wire);
  if (!closesAt) return '-';
  const isToday = toLocalDayjs(closesAt)!.isSame(toLocalDayjs(serverNow()), 'day');
  return isToday ? displayHour(closesAt) : `${displayDay(closesAt)}, ${displayHour(closesAt)}`;
}
