interface Told {
  title: string;
  poster: string | null;
}

const STEP_SECONDS = 10;

/** What the lock screen, headphones and media keys show and do, where the browser asks. Returns how to end it. */
export function openMediaSession(video: HTMLVideoElement, { title, poster }: Told): () => void {
  const session = navigator.mediaSession as MediaSession | undefined;
  if (!session) return () => undefined;
  session.metadata = new MediaMetadata({ title, ...(poster && { artwork: [{ src: poster }] }) });
  const seekTo = (seconds: number) => (video.currentTime = Math.min(Math.max(0, seconds), video.duration || 0));
  const actions: [MediaSessionAction, MediaSessionActionHandler][] = [
    ['play', () => void video.play().catch(() => undefined)],
    ['pause', () => video.pause()],
    ['seekbackward', ({ seekOffset }) => seekTo(video.currentTime - (seekOffset ?? STEP_SECONDS))],
    ['seekforward', ({ seekOffset }) => seekTo(video.currentTime + (seekOffset ?? STEP_SECONDS))],
    ['seekto', ({ seekTime }) => seekTime !== undefined && seekTo(seekTime)],
  ];
  for (const [action, handler] of actions) answer(session, action, handler);

  const tellPlace = () => {
    const { duration, currentTime: position, playbackRate } = video;
    if (Number.isFinite(duration))
      session.setPositionState?.({ duration, position: Math.min(position, duration), playbackRate });
  };
  const moments = ['loadedmetadata', 'seeked', 'ratechange', 'playing', 'pause'];
  for (const each of moments) video.addEventListener(each, tellPlace);

  return () => {
    for (const each of moments) video.removeEventListener(each, tellPlace);
    for (const [action] of actions) answer(session, action, null);
    session.metadata = null;
  };
}

function answer(session: MediaSession, action: MediaSessionAction, handler: MediaSessionActionHandler | null): void {
  try {
    session.setActionHandler(action, handler);
  } catch {
    // An action that this browser does not know.
  }
}
