/** The one file that knows Plyr and hls.js; imported only when somebody watches. */
import Hls, { type HlsConfig } from 'hls.js';
import Plyr from 'plyr';
import 'plyr/dist/plyr.css';
import { SEEN_SECONDS } from '#domain/playback.ts';
import { playbackMessages as text } from '#messages/playback.ts';
import './player.css';
import type { FilmEvents, FilmSource } from './film-source.ts';
import { withKnownPlaylist } from './known-playlist.ts';
import { openMediaSession } from './media-session.ts';
import { createRecovery } from './recovery.ts';
import { seekTiles } from './seek-pictures.ts';

export interface Player {
  seconds: () => number;
  pause: () => void;
  destroy: () => void;
}

const NATIVE_TYPE = 'application/vnd.apple.mpegurl';
const SLOW_MS = 10_000;
const CONTROLS = [
  'play-large',
  'play',
  'progress',
  'current-time',
  'duration',
  'mute',
  'volume',
  'captions',
  'settings',
  'fullscreen',
];

/** Plays a film inside `host`, which it fills and empties. Never throws: what goes wrong is told to `events`. */
export function openFilm(host: HTMLElement, source: FilmSource, events: FilmEvents): Player {
  const video = addVideo(host);
  // A picture in picture, or one sent to a television, would leave the watermark behind.
  video.disablePictureInPicture = true;
  video.disableRemotePlayback = true;
  const deaf = new AbortController();
  listen(video, events, deaf.signal);
  const endMediaSession = openMediaSession(video, source);
  const close = Hls.isSupported() ? openByHls(video, source, events) : openNatively(video, source, events);
  return player(host, video, () => {
    // Taking the player apart pauses and rewinds the video; nobody should record that.
    deaf.abort();
    endMediaSession();
    close();
  });
}

/** Plays a trailer: a file, or an open HLS stream. */
export function openTrailer(host: HTMLElement, url: string, onBroken: () => void): Player {
  const video = addVideo(host);
  const streams = /\.m3u8($|\?)/.test(url) && Hls.isSupported();
  const hls = streams ? new Hls({ enableWorker: false }) : null;
  const plyr = new Plyr(video, plyrOptions({ settings: [], controls: [...CONTROLS, 'pip', 'airplay'] }));
  hls?.on(Hls.Events.ERROR, (_, { fatal }) => fatal && onBroken());
  hls?.loadSource(url);
  hls?.attachMedia(video);
  if (!hls) video.src = url;
  video.addEventListener('error', onBroken);
  begin(video);
  return player(host, video, () => {
    video.removeEventListener('error', onBroken);
    hls?.destroy();
    plyr.destroy();
  });
}

function addVideo(host: HTMLElement): HTMLVideoElement {
  const video = document.createElement('video');
  video.playsInline = true;
  video.addEventListener('loadedmetadata', () => tellShape(video));
  host.append(video);
  return video;
}

/** The style sheet lays the watermark over the picture, and not over the bars around it. */
function tellShape(video: HTMLVideoElement): void {
  const room = video.closest<HTMLElement>('[data-player]');
  if (video.videoHeight) room?.style.setProperty('--picture', String(video.videoWidth / video.videoHeight));
}

const player = (host: HTMLElement, video: HTMLVideoElement, close: () => void): Player => ({
  seconds: () => video.currentTime,
  pause: () => video.pause(),
  destroy() {
    close();
    video.removeAttribute('src');
    host.replaceChildren();
  },
});

function listen(video: HTMLVideoElement, events: FilmEvents, signal: AbortSignal): void {
  let slow: ReturnType<typeof setTimeout> | undefined;
  const settle = () => clearTimeout(slow);
  const on = (name: keyof HTMLMediaElementEventMap, listener: () => void) =>
    video.addEventListener(name, listener, { signal });
  on('waiting', () => {
    settle();
    slow = setTimeout(events.onWaiting, SLOW_MS);
  });
  on('playing', () => {
    settle();
    events.onPlaying();
  });
  on('pause', () => {
    settle();
    events.onPaused(video.currentTime);
  });
  on('timeupdate', () => {
    if (!video.paused) events.onTime(video.currentTime);
  });
  on('ended', () => events.onEnded());
  signal.addEventListener('abort', settle);
}

function openByHls(video: HTMLVideoElement, source: FilmSource, events: FilmEvents): () => void {
  const hls = new Hls(hlsConfig(source));
  const recovery = createRecovery(hls, source, events);
  let plyr: Plyr | undefined;
  hls.on(Hls.Events.ERROR, (_, data) => recovery.onError(data));
  hls.on(Hls.Events.MANIFEST_PARSED, () => {
    if (plyr) return;
    // Plyr draws the captions; hls.js would draw them again.
    hls.subtitleDisplay = false;
    // Plyr first: it copies the element, and a copied source would be fetched a second time.
    plyr = new Plyr(video, plyrOptions({ quality: qualityOf(hls) }));
    hls.attachMedia(video);
    begin(video);
    void showSeekPictures(plyr, source);
  });
  hls.on(Hls.Events.FRAG_BUFFERED, events.onFlowing);
  hls.on(Hls.Events.LEVEL_SWITCHED, (_, { level }) => plyr && nameAuto(hls, video, level));
  video.addEventListener('loadedmetadata', () => isSeen(video, source.startAt) && (video.currentTime = 0), {
    once: true,
  });
  hls.loadSource(source.url);
  return () => {
    recovery.stop();
    hls.destroy();
    plyr?.destroy();
  };
}

/** Old Safari plays HLS itself. After a fault it is given a fresh address, at the place it had reached. */
function openNatively(video: HTMLVideoElement, source: FilmSource, events: FilmEvents): () => void {
  if (!video.canPlayType(NATIVE_TYPE)) {
    events.onUnsupported();
    return () => undefined;
  }
  let faults = 0;
  const load = (at: number) => {
    video.src = source.urlWithToken();
    video.addEventListener('loadedmetadata', () => ((video.currentTime = isSeen(video, at) ? 0 : at), begin(video)), {
      once: true,
    });
  };
  const onError = async () => {
    const at = video.currentTime || source.startAt;
    if (++faults > 3) return events.onBroken();
    const outcome = await source.renew();
    if (outcome === 'renewed') load(at);
    else if (outcome === 'away') events.onBroken();
  };
  video.addEventListener('error', onError);
  video.addEventListener('playing', () => (faults = 0));
  const plyr = new Plyr(video, plyrOptions({ settings: ['captions', 'speed'] }));
  load(source.startAt);
  return () => {
    video.removeEventListener('error', onError);
    plyr.destroy();
  };
}

function hlsConfig({ url: address, master, token, signed, startAt }: FilmSource): Partial<HlsConfig> {
  return {
    pLoader: withKnownPlaylist(Hls.DefaultConfig.loader, address, master),
    startPosition: startAt || -1,
    // Segments are fMP4, which need no transmuxing; a worker from a blob would need a hole in the site's script policy.
    enableWorker: false,
    // A minute ahead at most: what is bought is watched, and a ticket that ends is noticed.
    maxBufferLength: 30,
    maxMaxBufferLength: 60,
    backBufferLength: 60,
    capLevelToPlayerSize: true,
    xhrSetup: (xhr, url) => {
      const segment = signed(url);
      xhr.open('GET', segment ?? url, true);
      if (!segment) xhr.setRequestHeader('Authorization', `Bearer ${token()}`);
    },
  };
}

function qualityOf(hls: Hls) {
  const heights = [...new Set(hls.levels.map((level) => level.height))].sort((a, b) => b - a);
  return {
    default: 0,
    options: [0, ...heights],
    forced: true,
    onChange: (height: number) => {
      hls.nextLevel = height === 0 ? -1 : hls.levels.findIndex((level) => level.height === height);
    },
  };
}

/** Once the film runs: they may not keep its first picture waiting. */
async function showSeekPictures(plyr: Plyr, { seekPictures }: FilmSource) {
  await new Promise((resolve) => plyr.once('playing', resolve));
  const pictures = await seekPictures();
  if (!pictures || !plyr.elements.container) return;
  // The player takes a function too, which its types do not say.
  const src = (show: (tiles: object[]) => void) => show([seekTiles(pictures)]);
  plyr.setPreviewThumbnails({ enabled: true, src: src as unknown as string });
}

/** Says beside Auto which picture it chose. */
function nameAuto(hls: Hls, video: HTMLVideoElement, level: number): void {
  const label = video.closest('.plyr')?.querySelector('[data-plyr="quality"][value="0"] span');
  const height = hls.levels[level]?.height;
  if (label?.firstChild)
    label.firstChild.textContent = hls.autoLevelEnabled && height ? `${text.auto} (${height}p)` : text.auto;
}

function plyrOptions(more: Partial<Plyr.Options>): Plyr.Options {
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
    ...more,
  };
}

/** A place that was remembered within the last half minute of the film means that it was seen. */
const isSeen = (video: HTMLVideoElement, seconds: number) => seconds > video.duration - SEEN_SECONDS;

// A browser that wants another touch first shows the large play button.
const begin = (video: HTMLVideoElement) => void video.play().catch(() => undefined);
