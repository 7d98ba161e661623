/** Seconds from the start of the film. */
export interface Cue {
  start: number;
  end: number;
  /** WebVTT cue settings: the position on the screen. */
  settings: string;
  text: string;
}

export interface CaptionText {
  /** In the order of their times. */
  cues: Cue[];
  /** Where captions begin that could not be read. Lines count from 1. */
  unreadableLines: number[];
}

export const writeVtt = (cues: Cue[]): string =>
  `WEBVTT\n\n${cues.map(({ start, end, settings, text }) => `${formatTime(start)} --> ${formatTime(end)}${settings && ` ${settings}`}\n${text}\n`).join('\n')}`;

function formatTime(seconds: number): string {
  const totalMs = Math.round(seconds * 1000);
  const twoDigits = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const secondsText = `${twoDigits((totalMs / 1000) % 60)}.${String(totalMs % 1000).padStart(3, '0')}`;
  return `${twoDigits(totalMs / 3_600_000)}:${twoDigits((totalMs / 60_000) % 60)}:${secondsText}`;
}
