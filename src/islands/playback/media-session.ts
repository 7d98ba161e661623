import type { FilmSource } from './film-source.ts';

const STEP_SECONDS = 10;

/** Connects the lock screen and media keys. Returns a cleanup function. */
export function openMediaSession(
  video: HTMLVideoElement,
  { title, poster }: FilmSource,
): () => void {
  const session = navigator.mediaSession as MediaSession | undefined;
  if (!session) return () => undefined;
  session.metadata = new MediaMetadata({ title, artwork: poster ? [{ src: poster }] : [] });
  const seekTo = (seconds: number) =>
    (video.currentTime = Math.min(Math.max(0, seconds), video.duration || 0));
  const actions: [MediaSessionAction, MediaSessionActionHandler][] = [
    ['play', () => void video.play().catch(() => undefined)],
    ['pause', () => video.pause()],
    ['seekbackward', ({ seekOffset }) => seekTo(video.currentTime - (seekOffset ?? STEP_SECONDS))],
    ['seekforward', ({ seekOffset }) => seekTo(video.currentTime + (seekOffset ?? STEP_SECONDS))],
    ['seekto', ({ seekTime }) => seekTime !== undefined && seekTo(seekTime)],
  ];
  for (const [action, handler] of actions) setHandler(session, action, handler);

  const updatePosition = () => {
    const { duration, currentTime: position, playbackRate } = video;
    if (Number.isFinite(duration))
      session.setPositionState?.({
        duration,
        position: Math.min(position, duration),
        playbackRate,
      });
  };
  const eventNames = ['loadedmetadata', 'seeked', 'ratechange', 'playing', 'pause'];
  for (const each of eventNames) video.addEventListener(each, updatePosition);

  return () => {
    for (const each of eventNames) video.removeEventListener(each, updatePosition);
    for (const [action] of actions) setHandler(session, action, null);
    session.metadata = null;
  };
}

function setHandler(
  session: MediaSession,
  action: MediaSessionAction,
  handler: MediaSessionActionHandler | null,
): void {
  try {
    session.setActionHandler(action, handler);
  } catch {
    // The browser does not support this action.
  }
}
