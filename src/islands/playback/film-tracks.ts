import type Hls from 'hls.js';
import { languageName } from '#domain/languages.ts';
import { playbackMessages as text } from '#messages/playback.ts';
import type { FilmTracks } from '#stores/playback/playback.ts';

const CAPTION_KINDS = ['captions', 'subtitles'];
export const CAPTION_EVENTS = ['languagechange', 'captionsenabled', 'captionsdisabled'];

/**
 * Calls `onTracks` now and after each change of the captions. Returns a function that reads the
 * tracks again.
 */
export function followTracks({
  video,
  plyr,
  hls,
  onTracks,
}: {
  video: HTMLVideoElement;
  plyr: Plyr;
  hls: Hls | null;
  onTracks: (tracks: FilmTracks) => void;
}): () => void {
  const readTracks = () =>
    onTracks({ captions: captionsOf(video, plyr), sound: hls ? soundOf(hls) : [] });
  const onCaptions = () => {
    // Plyr leaves the track before in the mode that hls.js loads.
    if (hls) hls.subtitleTrack = plyr.currentTrack;
    readTracks();
  };
  for (const name of CAPTION_EVENTS) video.addEventListener(name, onCaptions);
  video.textTracks.addEventListener('addtrack', readTracks);
  readTracks();
  return readTracks;
}

/** In the order in which Plyr counts them. */
export const captionTracksOf = (video: HTMLVideoElement): TextTrack[] =>
  [...video.textTracks].filter(({ kind }) => CAPTION_KINDS.includes(kind));

function captionsOf(video: HTMLVideoElement, plyr: Plyr): FilmTracks['captions'] {
  const labels = captionTracksOf(video).map(({ label }) => label);
  if (labels.length === 0) return [];
  return [text.player.disabled, ...labels].map((label, at) => ({
    label,
    isChosen: plyr.currentTrack === at - 1,
    choose: () => (plyr.currentTrack = at - 1),
  }));
}

/** Empty for a single track. */
function soundOf(hls: Hls): FilmTracks['sound'] {
  if (hls.audioTracks.length < 2) return [];
  const languages = hls.audioTracks.map(({ lang }) => languageName(lang ?? ''));
  return hls.audioTracks.map(({ name }, at) => ({
    // A second track of a language has a name of its own, such as a commentary.
    label: languages.indexOf(languages[at]) === at ? (languages[at] ?? name) : name,
    isChosen: hls.audioTrack === at,
    choose: () => (hls.audioTrack = at),
  }));
}
