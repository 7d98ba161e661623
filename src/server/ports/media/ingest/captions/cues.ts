/** Seconds from the start of the film. */
interface Cue {
  start: number;
  end: number;
  /** WebVTT cue settings: the position on the screen. */
  settings: string;
  text: string;
}

const TIMES =
  /^(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})[ \t]*-->[ \t]*(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})(.*)$/;

/** Parses SRT leniently: removes numbers and foreign markup, skips cues without text or time. */
export const readSrt = (text: string): Cue[] => readBlocks(text, (lines) => convertSrtText(lines.join('\n')));

/** Keeps the markup; drops notes, styles and regions. */
export const readVtt = (text: string): Cue[] => readBlocks(text, (lines) => ({ text: lines.join('\n'), position: '' }));

function readBlocks(text: string, convertText: (lines: string[]) => { text: string; position: string }): Cue[] {
  const cues = text.split(/\n[ \t]*\n/).flatMap((block) => {
    const lines = block.split('\n').filter((line) => line.trim() !== '');
    const at = lines.findIndex((line) => TIMES.test(line.trim()));
    const times = TIMES.exec(lines[at]?.trim() ?? '');
    if (!times) return [];
    const { text: words, position } = convertText(lines.slice(at + 1).map((line) => line.trimEnd()));
    const [start, end] = [secondsOf(times.slice(1, 5)), secondsOf(times.slice(5, 9))];
    const settings = position || settingsOf(times[9] ?? '');
    return words.trim() && end > start ? [{ start, end, settings, text: words }] : [];
  });
  return cues.toSorted((a, b) => a.start - b.start);
}

const secondsOf = ([hours = '0', minutes, seconds, fraction = '0']: (string | undefined)[]) =>
  Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(fraction.padEnd(3, '0')) / 1000;

/** SRT may have `X1:… Y1:…` here; only WebVTT settings are kept. */
const settingsOf = (text: string) => (text.match(/\b(?:line|position|size|align|vertical):[\w.,%-]+/g) ?? []).join(' ');

const TOP_ALIGNMENT = /\{\\an[789]\}/;
const ALLOWED_TAG = /<(\/?)(i|b|u)>/gi;

function convertSrtText(text: string): { text: string; position: string } {
  const withoutOtherTags = text.replace(/\{\\[^{}]*\}/g, '').replace(/<\/?font[^<>]*>/gi, '');
  const words = withoutOtherTags
    .split(ALLOWED_TAG)
    // split() alternates text, slash, tag.
    .map((part = '', at) => (at % 3 === 0 ? escape(part) : at % 3 === 1 ? `<${part}` : `${part.toLowerCase()}>`))
    .join('');
  return { text: words, position: TOP_ALIGNMENT.test(text) ? 'line:0' : '' };
}

const escape = (text: string) =>
  text
    .replace(/&(?!(?:amp|lt|gt|nbsp|lrm|rlm);)/g, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

export const writeVtt = (cues: Cue[]): string =>
  `WEBVTT\n\n${cues.map(({ start, end, settings, text }) => `${formatTime(start)} --> ${formatTime(end)}${settings && ` ${settings}`}\n${text}\n`).join('\n')}`;

function formatTime(seconds: number): string {
  const totalMs = Math.round(seconds * 1000);
  const twoDigits = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const secondsText = `${twoDigits((totalMs / 1000) % 60)}.${String(totalMs % 1000).padStart(3, '0')}`;
  return `${twoDigits(totalMs / 3_600_000)}:${twoDigits((totalMs / 60_000) % 60)}:${secondsText}`;
}
