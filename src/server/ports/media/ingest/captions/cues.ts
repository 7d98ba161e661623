/** A line of captions; seconds from the beginning of the film. */
export interface Cue {
  start: number;
  end: number;
  /** What follows the times in WebVTT: where it stands. */
  settings: string;
  text: string;
}

const TIME = String.raw`(?:(\d+):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})`;
const TIMES = new RegExp(String.raw`^\s*${TIME}\s*-->\s*${TIME}(.*)$`);

/** SRT as people write it: numbers, commas, markup of other players. Cues without text or time are left out. */
export const readSrt = (text: string): Cue[] => readBlocks(text, (lines) => fromSrt(lines.join('\n')));

/** WebVTT: its markup stays, its notes, styles and regions go. */
export const readVtt = (text: string): Cue[] => readBlocks(text, (lines) => ({ text: lines.join('\n'), placed: '' }));

function readBlocks(text: string, read: (lines: string[]) => { text: string; placed: string }): Cue[] {
  const cues = text.split(/\n[ \t]*\n/).flatMap((block) => {
    const lines = block.split('\n').filter((line) => line.trim() !== '');
    const at = lines.findIndex((line) => TIMES.test(line));
    const times = TIMES.exec(lines[at] ?? '');
    if (!times) return [];
    const { text: words, placed } = read(lines.slice(at + 1).map((line) => line.trimEnd()));
    const [start, end] = [secondsOf(times.slice(1, 5)), secondsOf(times.slice(5, 9))];
    const settings = placed || settingsOf(times[9] ?? '');
    return words.trim() && end > start ? [{ start, end, settings, text: words }] : [];
  });
  return cues.toSorted((a, b) => a.start - b.start);
}

const secondsOf = ([hours = '0', minutes, seconds, part = '0']: (string | undefined)[]) =>
  Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(part.padEnd(3, '0')) / 1000;

/** SRT may carry `X1:… Y1:…` here; only what WebVTT knows may stay. */
const settingsOf = (text: string) => (text.match(/\b(?:line|position|size|align|vertical):[\w.,%-]+/g) ?? []).join(' ');

const TOP = /\{\\an[789]\}/;
const KEPT_TAG = /<(\/?)(i|b|u)>/gi;

function fromSrt(text: string): { text: string; placed: string } {
  const bare = text.replace(/\{\\[^}]*\}/g, '').replace(/<\/?font[^>]*>/gi, '');
  const words = bare
    .split(KEPT_TAG)
    // split() gives text, slash, tag, text, slash, tag …
    .map((part = '', at) => (at % 3 === 0 ? escape(part) : at % 3 === 1 ? `<${part}` : `${part.toLowerCase()}>`))
    .join('');
  return { text: words, placed: TOP.test(text) ? 'line:0' : '' };
}

const escape = (text: string) =>
  text
    .replace(/&(?!(?:amp|lt|gt|nbsp|lrm|rlm);)/g, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

export const writeVtt = (cues: Cue[]): string =>
  `WEBVTT\n\n${cues.map(({ start, end, settings, text }) => `${clock(start)} --> ${clock(end)}${settings && ` ${settings}`}\n${text}\n`).join('\n')}`;

function clock(seconds: number): string {
  const whole = Math.round(seconds * 1000);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const rest = `${two((whole / 1000) % 60)}.${String(whole % 1000).padStart(3, '0')}`;
  return `${two(whole / 3_600_000)}:${two((whole / 60_000) % 60)}:${rest}`;
}
