import type { ReactNode } from 'react';
import { displayDay, displayHour, fromWire, local } from '#domain/dates.ts';
import { languageCode } from '#domain/languages.ts';
import { playbackMessages as text } from '#messages/playback.ts';
import { serverNow } from '#stores/clock.ts';
import { closePlayer, type FilmShowing, openAgain } from '#stores/playback.ts';
import { Button } from '#ui/Button.tsx';
import { CloseIcon } from './icons.tsx';
import { useDialog } from './use-dialog.ts';
import { hasSmallWindow } from './small-window.ts';
import { useFilm } from './use-film.ts';
import { useSmallWindow } from './use-small-window.ts';

/** The player: the film, over it who watches it, and what there is to say when it does not play. */
export function FilmScreen({ showing }: { showing: FilmShowing }) {
  const { movie, sitting, trouble, notice } = showing;
  const dialog = useDialog(closePlayer);
  const host = useFilm(sitting);
  const small = useSmallWindow(host, sitting?.sessionId);

  return (
    <dialog
      {...dialog}
      className="m-0 h-dvh max-h-none w-screen max-w-none overflow-hidden bg-black p-0 text-ink"
      data-light="down"
      aria-label={movie.movieName}
    >
      <div className="film-room relative size-full overflow-hidden bg-black" data-player>
        {/* Keyed by its sitting: a new one gets an empty stage. */}
        <div ref={host} key={sitting?.sessionId} className="absolute inset-0" />
        <FilmHead movie={movie}>
          {sitting && !small.leave && hasSmallWindow() && (
            <Button kind="line" small className="bg-black/50" onClick={small.open}>
              {text.smallWindow}
            </Button>
          )}
        </FilmHead>
        {small.leave && (
          <div className="absolute inset-0 grid place-content-center justify-items-center gap-6 p-6 text-center">
            <p className="lead max-w-[44ch]">{text.inSmallWindow}</p>
            <Button onClick={small.leave}>{text.bringBack}</Button>
          </div>
        )}
        {trouble && <Trouble {...trouble} />}
        {!sitting && !trouble && (
          <p
            role="status"
            className="lead pointer-events-none absolute inset-0 grid place-content-center p-6 text-center"
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

const FilmHead = ({ movie, children }: Pick<FilmShowing, 'movie'> & { children: ReactNode }) => (
  <div className="film-head absolute inset-x-0 top-0 z-10 flex items-start justify-between gap-4 px-(--gut) pt-4 pb-12">
    <div className="min-w-0">
      <p className="d4" lang={languageCode(movie.primaryLanguage)} dir="auto">
        {movie.movieName}
      </p>
      {movie.order && (
        <p className="small soft">{text.windowCloses.replace('{time}', closingTime(movie.order.bookingEndTime))}</p>
      )}
    </div>
    <div className="flex flex-none gap-3">
      {children}
      <Button kind="line" small className="bg-black/50" onClick={closePlayer}>
        <CloseIcon />
        {text.close}
      </Button>
    </div>
  </div>
);

const Trouble = ({ message, action }: NonNullable<FilmShowing['trouble']>) => (
  <div role="alert" className="absolute inset-0 grid place-content-center justify-items-center gap-6 p-6 text-center">
    <p className="lead max-w-[44ch]">{message}</p>
    {action && <Button onClick={openAgain}>{action}</Button>}
  </div>
);

/** `7.00 PM` today, `Sun 22 Nov, 7.00 PM` on another day. */
function closingTime(wire: string): string {
  const end = fromWire(wire);
  if (!end) return '-';
  const isToday = local(end)!.isSame(local(serverNow()), 'day');
  return isToday ? displayHour(end) : `${displayDay(end)}, ${displayHour(end)}`;
}
