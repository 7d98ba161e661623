import { useStore } from '@nanostores/react';
import { lazy, type MouseEvent, Suspense, useEffect } from 'react';
import type { MemberMovie } from '#contract/booking.ts';
import { commonMessages } from '#messages/common.ts';
import { detailMessages as text } from '#messages/details.ts';
import { href } from '#routes.ts';
import { $now } from '#stores/booking/booking.ts';
import {
  $details,
  detailAction,
  refreshAtWindowChange,
  openDetails,
  reopenDetails,
  showTicket,
  consumeTicketHash,
} from '#stores/details/details.ts';
import { openTrailer } from '#stores/playback/playback.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { CastAndCrew } from '../catalogue/film/CastAndCrew.tsx';
import { FilmHero } from '../catalogue/film/FilmHero.tsx';
import '../catalogue/film/film-page.ts';
import { RatingBlock } from '../catalogue/film/RatingBlock.tsx';
import { Synopsis } from '../catalogue/film/Synopsis.tsx';
import { Trailers } from '../catalogue/film/Trailers.tsx';
import { LazyDownloadBox } from '../downloads/LazyDownloadBox.tsx';
import { EmptyBox, LoadError, Loading } from '../loading/LoadStates.tsx';
import { StoredNote } from '../loading/StoredNote.tsx';
import { PlaybackDialog } from '../playback/PlaybackDialog.tsx';
import { RateButtons } from '../reviews/RateButtons.tsx';
import { Reviews } from '../reviews/Reviews.tsx';
import {
  BookingNotes,
  DetailAction,
  DetailHint,
  DetailStreamingStart,
  BottomBarOpeningDay,
} from './DetailAction.tsx';
import { RefundedTicket } from './RefundedTicket.tsx';
import { ShareRow } from './ShareRow.tsx';
import { TicketModal } from './TicketModal.tsx';

const WatchOnTelevision = lazy(() =>
  import('../television/WatchOnTelevision.tsx').then(
    ({ WatchOnTelevision: loaded }) => ({ default: loaded }),
    () => ({ default: () => [] }),
  ),
);

/** Spec §2, /movies-details. */
export function DetailsScreen() {
  const { status, movie } = useStore($details);
  useEffect(() => void openDetails(), []);
  useEffect(() => {
    if (movie) document.title = `${movie.movieName} · ${commonMessages.brand}`;
  }, [movie]);

  if (movie) return <FilmPage movie={movie} />;
  return (
    <div className="px-gut pt-8 pb-18">
      {status === 'process' && <Skeletons />}
      {status === 'error' && <LoadError title={text.loadFailed} onRetry={reopenDetails} />}
      {status === 'noData' && (
        <EmptyBox title={text.notFound} sentence={text.notFoundNote}>
          <RefundedTicket />
          <a className="button secondary" href={href('movies')}>
            {text.toTheFilms}
          </a>
        </EmptyBox>
      )}
    </div>
  );
}

const BOOKED = new Set(['watch', 'booked']);

/**
 * Shows the ticket after payment. Focuses the button first, because closing the ticket restores
 * that focus.
 */
function showRequestedTicket() {
  if (!consumeTicketHash()) return;
  const buttons = [...document.querySelectorAll<HTMLElement>('[data-action] > .button')];
  buttons.find((each) => each.getClientRects().length > 0)?.focus();
  showTicket();
}

function FilmPage({ movie }: { movie: MemberMovie }) {
  useEffect(showRequestedTicket, []);
  useEffect(() => $now.subscribe((now) => void refreshAtWindowChange(now)), []);
  return (
    <>
      <FilmHero movie={movie}>
        <div className="film-actions" data-action>
          <DetailAction movie={movie} />
          <DetailStreamingStart movie={movie} />
          <DetailHint movie={movie} />
          <BookingNotes movie={movie} />
          <RefundedTicket />
          {movie.hasTelevision && (
            <div className="flex basis-full flex-wrap gap-2.5 pt-3 empty:hidden">
              <Suspense>
                <WatchOnTelevision movieId={movie.movieId} />
              </Suspense>
            </div>
          )}
          {movie.order && (
            <div className="basis-full">
              <LazyDownloadBox order={movie.order} isValid={BOOKED.has(detailAction(movie))} />
            </div>
          )}
          <ShareRow movie={movie} />
        </div>
      </FilmHero>
      <div className="px-gut">
        <StoredNote />
      </div>
      <div className="px-gut film-columns">
        <div>
          <Synopsis movie={movie} />
          <CastAndCrew actors={movie.movieActors} />
        </div>
        <aside>
          <RatingBlock movie={movie} />
          <RateButtons movie={movie} />
          <div onClick={playTrailer}>
            <Trailers movie={movie} />
          </div>
        </aside>
      </div>
      <Reviews movie={movie} />
      <div className="bottom-bar" data-action>
        <DetailAction movie={movie} />
        <BottomBarOpeningDay movie={movie} />
      </div>
      <TicketModal movie={movie} />
      <PlaybackDialog>
        {movie.hasTelevision && (
          <Suspense>
            <WatchOnTelevision movieId={movie.movieId} inPlayer />
          </Suspense>
        )}
      </PlaybackDialog>
    </>
  );
}

/** Plays in the page, unless the viewer asks for a new tab. */
function playTrailer(event: MouseEvent) {
  const tile = (event.target as Element).closest<HTMLAnchorElement>('a[data-trailer]');
  if (!tile || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  openTrailer({ url: tile.href, title: tile.dataset['trailer'] ?? '' });
}

const Skeletons = () => (
  <div className="grid gap-6 min-[56.25rem]:grid-cols-[18.5rem_1fr] min-[56.25rem]:items-end min-[56.25rem]:gap-12">
    <Loading className="aspect-2/3 w-33 min-[56.25rem]:w-74" />
    <div className="grid gap-4">
      <Skeleton className="h-18 max-w-[35rem]" />
      <Skeleton className="h-6 max-w-[22.5rem]" />
      <Skeleton className="h-14 max-w-[15.75rem]" />
    </div>
  </div>
);
