import { useStore } from '@nanostores/react';
import { useEffect, useId, useRef } from 'react';
import type { Order } from '#contract/booking.ts';
import { displayBytes } from '#domain/format/bytes.ts';
import { downloadMessages as text } from '#messages/downloads.ts';
import {
  $downloadProblems,
  $downloads,
  $offer,
  canStoreFilms,
  continueDownload,
  type Download,
  followTicket,
  openOffer,
  pauseDownload,
  removeDownload,
  resumeDownloads,
} from '#stores/downloads/downloads.ts';
import { $player } from '#stores/playback/playback.ts';
import { Button } from '#ui/Button.tsx';
import { prefersAv1 } from '../playback/choose-codec.ts';
import { loadPlayer } from '../playback/load-player.ts';
import { DownloadOffer } from './DownloadOffer.tsx';

/** `isValid`: the ticket's film can be played now or later. */
export function DownloadBox({ order, isValid }: { order: Order; isValid: boolean }) {
  const downloads = useStore($downloads);
  const offer = useStore($offer);
  const titleId = useId();
  const download = downloads?.find(({ orderId }) => orderId === order.movieOrderId);
  const hasOffer = offer?.orderId === order.movieOrderId;
  const title = useFocusOnChange(`${download !== undefined} ${hasOffer}`);
  useEffect(() => void resumeDownloads(), []);
  const hasDownload = download !== undefined;
  // On a very slow line, the player's code would take a minute.
  useEffect(() => {
    if (hasDownload) void loadPlayer().catch(() => undefined);
  }, [hasDownload]);
  // A film that was started inside the window may be finished.
  const isInUse = useStore($player) !== null || isValid;
  useEffect(() => followTicket(order, isInUse), [order, isInUse]);

  if (!isValid || !canStoreFilms()) return null;
  if (!download && !hasOffer)
    return (
      <Button
        kind="secondary"
        className="whitespace-normal"
        ref={title}
        onClick={() => void openOffer(order, prefersAv1)}
      >
        {text.getReady}
      </Button>
    );
  return (
    <section className="grid max-w-[64ch] gap-3" aria-labelledby={titleId}>
      <h2 id={titleId} className="heading-4 outline-none" tabIndex={-1} ref={title}>
        {text.title}
      </h2>
      {download ? (
        <DownloadProgress download={download} />
      ) : (
        offer && <DownloadOffer order={order} offer={offer} />
      )}
    </section>
  );
}

/** The focused button disappears with its view, so the next view gets the focus. */
function useFocusOnChange(view: string) {
  const target = useRef<HTMLElement & HTMLButtonElement & HTMLHeadingElement>(null);
  const previous = useRef(view);
  useEffect(() => {
    if (previous.current !== view) target.current?.focus();
    previous.current = view;
  }, [view]);
  return target;
}

function DownloadProgress({ download }: { download: Download }) {
  const { orderId, state, height, bytes, storedBytes } = download;
  const problem = useStore($downloadProblems)[orderId];
  return (
    <>
      <p role="status">{problem ?? stateText(download)}</p>
      {state === 'ready' ? (
        <p className="small text-soft">{text.readyNote}</p>
      ) : (
        <div className="grid gap-1">
          <progress
            className="h-2 w-full appearance-none overflow-hidden rounded-[4px] bg-(--bone) [&::-moz-progress-bar]:bg-action [&::-webkit-progress-bar]:bg-(--bone) [&::-webkit-progress-value]:bg-action"
            aria-label={text.progressLabel}
            value={Math.min(storedBytes, bytes)}
            max={bytes}
          />
          <span className="small text-soft tabular">
            {`${text.height(height)} · ${text.progress(displayBytes(storedBytes), displayBytes(bytes))}`}
          </span>
        </div>
      )}
      <div className="flex flex-wrap gap-2.5">
        {state !== 'ready' && (
          <Button
            kind="secondary"
            onClick={() =>
              state === 'running' ? pauseDownload(orderId) : continueDownload(orderId)
            }
          >
            {state === 'running' ? text.pause : text.continue}
          </Button>
        )}
        <Button kind="secondary" onClick={() => void removeDownload(orderId)}>
          {text.remove}
        </Button>
      </div>
    </>
  );
}

const stateText = ({ state, height, bytes }: Download): string =>
  state === 'ready' ? text.ready(height, displayBytes(bytes)) : text[state];
