/** The only file that imports the code of Plyr and hls.js; loaded on playback. */
import Hls, { type HlsConfig } from 'hls.js';
// @ts-expect-error plyr.d.ts has `export =` and `export default`, of which TypeScript 7 sees the first only.
import UntypedPlyr from 'plyr';
import { COMPLETED_MARGIN_SECONDS } from '#domain/playback.ts';
import { playbackMessages as text } from '#messages/playback.ts';
import type { DeviceFilm } from '#stores/downloads/device-film.ts';
import type { FilmEvents, FilmSource } from './film-source.ts';
import { followTracks } from './film-tracks.ts';
import { drawPlacedCaptions } from './placed-captions.ts';
import { withPreloadedPlaylist } from './preloaded-playlist.ts';
import { type HeldKeys, withDeviceFilm } from './device-loader.ts';
import { createHeldKeys, holdKeysAhead } from './keys-ahead.ts';
import { openMediaSession } from './media-session.ts';
import { listenToShortcuts } from './player-shortcuts.ts';
import { chooseCodec } from './choose-codec.ts';
import { createRecovery } from './recovery.ts';
import { seekTiles } from './seek-pictures.ts';
import { guardWatermark } from './watermark.ts';

export interface Player {
  seconds: () => number;
  destroy: () => void;
}

const TypedPlyr = UntypedPlyr as new (media: HTMLMediaElement, options: Plyr.Options) => Plyr;
const NATIVE_TYPE = 'application/vnd.apple.mpegurl';
const SLOW_MS = 10_000;
const AUDIO_EVENTS = [Hls.Events.AUDIO_TRACKS_UPDATED, Hls.Events.AUDIO_TRACK_SWITCHING] as const;
const CONTROLS = [
  'play-large',
  'rewind',
  'play',
  'fast-forward',
  'progress',
  'current-time',
  'duration',
  'mute',
  'volume',
  'captions',
  'settings',
  'fullscreen',
];

/** Plays a film inside `host`. Never throws: errors go to `events`. */
export function openFilm(host: HTMLElement, source: FilmSource, events: FilmEvents): Player {
  const video = addVideo(host);
  // Picture in picture and casting would lose the watermark.
  video.disablePictureInPicture = true;
  video.disableRemotePlayback = true;
  const closing = new AbortController();
  forwardVideoEvents(video, events, closing.signal);
  const endMediaSession = openMediaSession(video, source);
  const close = Hls.isSupported()
    ? openWithHls({ host, video, source, events })
    : openNatively({ host, video, source, events });
  const removeWatermark = guardWatermark(host, source.identity, () => {
    video.pause();
    events.onWatermarkHidden();
  });
  return createPlayer(host, video, () => {
    // Removing the player pauses and rewinds the video; these events must not be recorded.
    closing.abort();
    removeWatermark();
    endMediaSession();
    close();
  });
}

/** Plays a file or a public HLS stream. */
export function openTrailer(host: HTMLElement, url: string, onFailed: () => void): Player {
  const video = addVideo(host);
  const isStream = /\.m3u8($|\?)/.test(url) && Hls.isSupported();
  const hls = isStream ? new Hls({ enableWorker: false }) : null;
  // A file has no captions.
  const controls = isStream ? CONTROLS : CONTROLS.filter((control) => control !== 'captions');
  const plyr = new TypedPlyr(
    video,
    plyrOptions({ settings: [], controls: [...controls, 'pip', 'airplay'] }),
  );
  const removeShortcuts = attachShortcuts(host, plyr);
  hls?.on(Hls.Events.ERROR, (_, { fatal }) => fatal && onFailed());
  hls?.loadSource(url);
  hls?.attachMedia(video);
  if (!hls) video.src = url;
  video.addEventListener('error', onFailed);
  startPlayback(video);
  return createPlayer(host, video, () => {
    video.removeEventListener('error', onFailed);
    removeShortcuts();
    hls?.destroy();
    plyr.destroy();
  });
}

/** Also moves the focus to the play button, unless the viewer has moved it. */
function attachShortcuts(host: HTMLElement, plyr: Plyr): () => void {
  const focused = document.activeElement;
  if (!focused || focused.contains(host))
    host.querySelector<HTMLElement>('[data-plyr="play"]:not(.plyr__control--overlaid)')?.focus();
  const dialog = host.closest('dialog');
  return dialog ? listenToShortcuts(dialog, plyr) : () => undefined;
}

function addVideo(host: HTMLElement): HTMLVideoElement {
  const video = document.createElement('video');
  video.playsInline = true;
  video.addEventListener('loadedmetadata', () => setAspectRatio(video));
  host.append(video);
  return video;
}

/** CSS positions the watermark over the picture, without the black bars. */
function setAspectRatio(video: HTMLVideoElement): void {
  const container = video.closest<HTMLElement>('[data-player]');
  if (video.videoHeight)
    container?.style.setProperty('--picture', String(video.videoWidth / video.videoHeight));
}

const createPlayer = (host: HTMLElement, video: HTMLVideoElement, close: () => void): Player => ({
  seconds: () => video.currentTime,
  destroy() {
    close();
    video.removeAttribute('src');
    host.replaceChildren();
  },
});

function forwardVideoEvents(
  video: HTMLVideoElement,
  events: FilmEvents,
  signal: AbortSignal,
): void {
  let slowTimer: ReturnType<typeof setTimeout> | undefined;
  const clearSlowTimer = () => clearTimeout(slowTimer);
  const on = (name: keyof HTMLMediaElementEventMap, listener: () => void) =>
    video.addEventListener(name, listener, { signal });
  on('waiting', () => {
    clearSlowTimer();
    slowTimer = setTimeout(events.onWaiting, SLOW_MS);
  });
  on('playing', () => {
    clearSlowTimer();
    events.onPlaying();
  });
  on('pause', () => {
    clearSlowTimer();
    events.onPaused(video.currentTime);
  });
  on('timeupdate', () => {
    if (!video.paused) events.onTimeUpdate(video.currentTime);
  });
  on('ended', () => events.onEnded());
  signal.addEventListener('abort', clearSlowTimer);
}

interface FilmOpening {
  host: HTMLElement;
  video: HTMLVideoElement;
  source: FilmSource;
  events: FilmEvents;
}

function openWithHls({ host, video, source, events }: FilmOpening): () => void {
  const keys = createHeldKeys();
  const hls = new Hls(hlsConfig(source, keys));
  const stopKeys = source.device
    ? holdKeysAhead({ hls, video, keys, fetchKey: source.fetchKey })
    : undefined;
  const recovery = createRecovery(hls, source, events);
  let plyr: Plyr | undefined;
  let removeShortcuts: (() => void) | undefined;
  hls.on(Hls.Events.ERROR, (_, data) => recovery.onError(data));
  hls.on(Hls.Events.MANIFEST_PARSED, () => {
    if (plyr) return;
    // Plyr draws the captions; hls.js would draw them again.
    hls.subtitleDisplay = false;
    // Plyr must come first: it copies the element, and a copied source would be fetched twice.
    const height = chooseDownloadedLevel(hls, source.device);
    plyr = new TypedPlyr(
      video,
      plyrOptions({
        quality: qualityOptions(hls, height),
        // The stored choice would replace the downloaded picture.
        ...(height > 0 && { storage: { enabled: false } }),
      }),
    );
    removeShortcuts = attachShortcuts(host, plyr);
    drawPlacedCaptions(video, plyr);
    const readTracks = followTracks({ video, plyr, hls, onTracks: events.onTracks });
    for (const event of AUDIO_EVENTS) hls.on(event, readTracks);
    hls.attachMedia(video);
    startPlayback(video);
    void showSeekPictures(plyr, source);
  });
  hls.on(Hls.Events.FRAG_BUFFERED, events.onBuffered);
  hls.on(Hls.Events.LEVEL_SWITCHED, (_, { level }) => plyr && labelAutoQuality(hls, video, level));
  video.addEventListener(
    'loadedmetadata',
    () => isNearEnd(video, source.startAt) && (video.currentTime = 0),
    {
      once: true,
    },
  );
  hls.loadSource(source.url);
  return () => {
    recovery.stop();
    stopKeys?.();
    removeShortcuts?.();
    hls.destroy();
    plyr?.destroy();
  };
}

/** For old Safari, which plays HLS itself. After an error, reloads at the same position. */
function openNatively({ host, video, source, events }: FilmOpening): () => void {
  if (!video.canPlayType(NATIVE_TYPE)) {
    events.onUnsupported();
    return () => undefined;
  }
  let errorCount = 0;
  const loadAt = (at: number) => {
    video.src = source.urlWithToken();
    const start = () => ((video.currentTime = isNearEnd(video, at) ? 0 : at), startPlayback(video));
    video.addEventListener('loadedmetadata', start, { once: true });
  };
  const onError = async () => {
    const at = video.currentTime || source.startAt;
    if (++errorCount > 3) return events.onFailed();
    const outcome = await source.renew();
    if (outcome === 'renewed') loadAt(at);
    else if (outcome === 'unreachable') events.onFailed();
  };
  video.addEventListener('error', onError);
  video.addEventListener('playing', () => (errorCount = 0));
  const plyr = new TypedPlyr(video, plyrOptions({ settings: ['captions', 'speed'] }));
  const removeShortcuts = attachShortcuts(host, plyr);
  drawPlacedCaptions(video, plyr);
  followTracks({ video, plyr, hls: null, onTracks: events.onTracks });
  loadAt(source.startAt);
  return () => {
    video.removeEventListener('error', onError);
    removeShortcuts();
    plyr.destroy();
  };
}

function hlsConfig(source: FilmSource, keys: HeldKeys): Partial<HlsConfig> {
  const { url: address, master, token, signedUrl, startAt, device } = source;
  const loader = device
    ? withDeviceFilm({ Base: Hls.DefaultConfig.loader, masterUrl: address, film: device, keys })
    : Hls.DefaultConfig.loader;
  return {
    loader,
    pLoader: withPreloadedPlaylist(loader, address, chooseCodec(master, downloadedPicture(device))),
    startPosition: startAt || -1,
    testBandwidth: false,
    abrEwmaDefaultEstimate: estimateForFirstSegment(),
    // Chosen: not 0.7. Sound loads beside the picture, so the measured rate is already lower than
    // the line's.
    abrBandWidthUpFactor: 0.9,
    // Segments are fMP4 and need no transmuxing; a blob worker would need a wider script policy.
    enableWorker: false,
    // Buffers at most a minute, so that the end of a ticket takes effect.
    maxBufferLength: 30,
    maxMaxBufferLength: 60,
    backBufferLength: 60,
    capLevelToPlayerSize: true,
    xhrSetup: (xhr, url) => {
      const signedSegmentUrl = signedUrl(url);
      xhr.open('GET', signedSegmentUrl ?? url, true);
      if (!signedSegmentUrl) xhr.setRequestHeader('Authorization', `Bearer ${token()}`);
    },
  };
}

/**
 * Bits per second. Chosen: two fifths of the browser's estimate (Mbit/s): an early first picture is
 * worth more than a sharp one. A test would load a segment and throw it away.
 */
function estimateForFirstSegment(): number {
  const { connection } = navigator as Navigator & { connection?: { downlink?: number } };
  return (connection?.downlink ?? 2) * 400_000;
}

const downloadedPicture = (device: DeviceFilm | null) => {
  const found = device?.manifest.renditions.find(({ name }) => name === device.rendition);
  return found?.kind === 'video' ? found : undefined;
};

/**
 * Automatic quality would leave the picture that is on the device. Returns its height; 0 if there
 * is none.
 */
function chooseDownloadedLevel(hls: Hls, device: DeviceFilm | null): number {
  const height = downloadedPicture(device)?.height ?? 0;
  const level = hls.levels.findIndex((each) => each.height === height);
  if (level < 0) return 0;
  hls.loadLevel = level;
  return height;
}

function qualityOptions(hls: Hls, chosenHeight: number) {
  const heights = [...new Set(hls.levels.map((level) => level.height))].sort((a, b) => b - a);
  return {
    default: chosenHeight,
    options: [0, ...heights],
    forced: true,
    onChange: (height: number) => {
      hls.nextLevel = height === 0 ? -1 : hls.levels.findIndex((level) => level.height === height);
    },
  };
}

/** Waits for playback: thumbnails must not delay the first picture. */
async function showSeekPictures(plyr: Plyr, { seekPictures }: FilmSource) {
  await new Promise((resolve) => plyr.once('playing', resolve));
  const pictures = await seekPictures();
  if (!pictures || !plyr.elements.container) return;
  // Plyr accepts a function; its types do not.
  const src = (show: (tiles: object[]) => void) => show([seekTiles(pictures)]);
  plyr.setPreviewThumbnails({ enabled: true, src: src as unknown as string });
}

/** Shows the current height beside Auto. */
function labelAutoQuality(hls: Hls, video: HTMLVideoElement, level: number): void {
  const label = video.closest('.plyr')?.querySelector('[data-plyr="quality"][value="0"] span');
  const height = hls.levels[level]?.height;
  if (label?.firstChild)
    label.firstChild.textContent =
      hls.autoLevelEnabled && height ? `${text.auto} (${height}p)` : text.auto;
}

function plyrOptions(overrides: Partial<Plyr.Options>): Plyr.Options {
  return {
    controls: CONTROLS,
    settings: ['captions', 'quality', 'speed'],
    iconUrl: '/player/plyr.svg',
    blankVideo: '/player/blank.mp4',
    captions: { active: false, update: true, language: 'auto' },
    invertTime: false,
    toggleInvert: false,
    speed: { selected: 1, options: [0.75, 1, 1.25, 1.5] },
    keyboard: { focused: true, global: true },
    tooltips: { controls: false, seek: true },
    fullscreen: { enabled: true, fallback: true, iosNative: false, container: '[data-player]' },
    i18n: { ...text.player, qualityLabel: { 0: text.auto } },
    ...overrides,
  };
}

/** A saved position in the last half minute counts as watched. */
const isNearEnd = (video: HTMLVideoElement, seconds: number) =>
  seconds > video.duration - COMPLETED_MARGIN_SECONDS;

// If the browser blocks autoplay, the large play button remains.
const startPlayback = (video: HTMLVideoElement) => void video.play().catch(() => undefined);
