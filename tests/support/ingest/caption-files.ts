/** A small caption file after one habit of people or programs. */
export interface CaptionSample {
  habit: string;
  bytes: Buffer;
  language?: string;
  encoding?: 'windows-1251' | 'shift_jis';
  /** How many captions with a text the file has. */
  delivered: number;
  /** `start end settings|text`, in seconds; a line break of a text is `/`. */
  cues: string[];
  /** Lines of captions that are named as unreadable. */
  unreadable?: number[];
  /** Lines with wrong bytes. */
  damaged?: number[];
  /** Why ffmpeg reads something else. */
  ffmpegDiffers?: string;
}

const A = '1\n00:00:01,000 --> 00:00:02,000\nOne\n';
const B = '2\n00:00:03,000 --> 00:00:04,000\nTwo\n';
const TWO = ['1 2 |One', '3 4 |Two'];

type Rest = Partial<Omit<CaptionSample, 'habit' | 'bytes'>>;
const sample = (
  habit: string,
  content: string | Buffer,
  { cues = TWO, delivered = cues.length, ...rest }: Rest = {},
) => ({
  habit,
  bytes: Buffer.from(content as string),
  cues,
  delivered,
  ...rest,
});
const text = (habit: string, spoken: string, shown: string, rest: Rest = {}) =>
  sample(habit, `1\n00:00:01,000 --> 00:00:02,000\n${spoken}\n`, {
    cues: [`1 2 ${shown}`],
    ...rest,
  });
const times = (habit: string, line: string, [start, end]: [number, number], rest: Rest = {}) =>
  sample(habit, `1\n${line}\nOne\n`, { cues: [`${start} ${end} |One`], ...rest });
const utf16 = (content: string) => Buffer.from(content, 'utf16le');
const latin1 = (content: string) => Buffer.from(content, 'latin1');

const LINES: CaptionSample[] = [
  sample('plain', `${A}\n${B}`),
  sample('Windows line ends', `${A}\n${B}`.replaceAll('\n', '\r\n')),
  sample('old Mac line ends', `${A}\n${B}`.replaceAll('\n', '\r')),
  sample('two carriage returns in each line end', `${A}\n${B}`.replaceAll('\n', '\r\r\n')),
  sample('each line followed by a blank line', `${A}\n${B}`.replaceAll('\n', '\n\n')),
  sample('no blank line between captions', `${A}${B}`),
  sample('a blank line of a no-break space', `${A}\u00a0\n${B}`, {
    ffmpegDiffers: 'shows the space',
  }),
  sample('a blank line of spaces and tabs', `${A} \t\n${B}`, { ffmpegDiffers: 'shows the tab' }),
  sample('a blank line after the times', A.replace('One', '\nOne') + `\n${B}`),
  sample('a blank line inside of a text', A.replace('One', 'One\n\nmore') + `\n${B}`, {
    cues: ['1 2 |One/more', '3 4 |Two'],
  }),
  sample('a blank line between number and times', `${A}\n${B.replace('2\n', '2\n\n')}`),
  sample('no numbers', `${A}\n${B}`.replace(/^\d\n/gm, '')),
  sample(
    'no numbers, and a text that ends with a number',
    `${A}\n${B}`.replace(/^\d\n/gm, '').replace('One', 'One\n42'),
    {
      cues: ['1 2 |One/42', '3 4 |Two'],
      ffmpegDiffers: 'drops the number',
    },
  ),
  sample('a text that is a number', `${A.replace('One', '42')}\n${B}`, {
    cues: ['1 2 |42', '3 4 |Two'],
  }),
  sample(
    'numbers from zero, out of order',
    `${A.replace('1\n', '0\n')}\n${B.replace('2\n', '9\n')}`,
  ),
  sample('captions out of order', `${B}\n${A}`),
  sample('overlapping captions', `${A}\n${B.replace('00:00:03', '00:00:01')}`, {
    cues: ['1 2 |One', '1 4 |Two'],
  }),
  sample('no line end at the end', `${A}\n${B}`.trimEnd()),
  sample('blank lines at the start', `\n\n${A}\n${B}`),
  sample('the last caption is cut off after its number', `${A}\n2\n`, {
    cues: ['1 2 |One'],
    delivered: 2,
    unreadable: [5],
    ffmpegDiffers: 'shows the number',
  }),
  sample('the times of a caption are missing', `${A}\n2\nTwo\n`, {
    cues: ['1 2 |One'],
    delivered: 2,
    unreadable: [5],
    ffmpegDiffers: 'joins the text to the caption before',
  }),
  sample('credits before the first caption', `By Asha\n\n${A}`, {
    cues: ['1 2 |One'],
    delivered: 2,
    unreadable: [1],
  }),
  sample('a caption without text', `${A}\n2\n00:00:03,000 --> 00:00:04,000\n\n\n`, {
    cues: ['1 2 |One'],
  }),
];

const TIMES: CaptionSample[] = [
  times('no milliseconds', '00:00:01 --> 00:00:02', [1, 2], { ffmpegDiffers: 'drops them' }),
  times('a colon before the milliseconds', '00:00:01:500 --> 00:00:02:000', [1.5, 2], {
    ffmpegDiffers: 'drops them',
  }),
  times('dots before the milliseconds', '00:00:01.500 --> 00:00:02.000', [1.5, 2]),
  times('no hours', '00:01,500 --> 00:02,000', [1.5, 2], { ffmpegDiffers: 'drops them' }),
  times('one digit for each part', '0:0:1,500 --> 0:0:2,000', [1.5, 2]),
  times('more than a hundred hours', '101:00:01,000 --> 101:00:02,000', [363_601, 363_602]),
  times('six digits of a second', '00:00:01,500000 --> 00:00:02,000000', [1.5, 2], {
    ffmpegDiffers: 'reads microseconds as milliseconds',
  }),
  times('a space after the comma', '00:00:01, 500 --> 00:00:02, 000', [1.5, 2]),
  times('spaces around the line', '  00:00:01,000 --> 00:00:02,000  ', [1, 2]),
  times('an arrow of one dash', '00:00:01,000 -> 00:00:02,000', [1, 2], {
    ffmpegDiffers: 'drops them',
  }),
  times('an arrow without spaces', '00:00:01,000-->00:00:02,000', [1, 2], {}),
  times('an arrow with a space', '00:00:01,000 -- > 00:00:02,000', [1, 2], {
    ffmpegDiffers: 'drops them',
  }),
  times('an arrow of long dashes', '00:00:01,000 ––> 00:00:02,000', [1, 2], {
    ffmpegDiffers: 'drops them',
  }),
  times('an escaped arrow', '00:00:01,000 --&gt; 00:00:02,000', [1, 2], {
    ffmpegDiffers: 'drops them',
  }),
  times('dashes for an arrow', '00:00:01,000 - 00:00:02,000', [1, 2], {
    ffmpegDiffers: 'drops them',
  }),
  times('full-width colons', '00：00：01，000 --> 00：00：02，000', [1, 2], {
    ffmpegDiffers: 'drops them',
  }),
  times(
    'coordinates after the times',
    '00:00:01,000 --> 00:00:02,000 X1:40 X2:600 Y1:20 Y2:50',
    [1, 2],
  ),
  times('a start before zero', '-00:00:01,000 --> 00:00:02,000', [0, 2], {
    ffmpegDiffers: 'drops it',
  }),
  sample('a text on the line of the times', '1\n00:00:01,000 --> 00:00:02,000 One\n\n' + B, {
    ffmpegDiffers: 'drops the text',
  }),
  sample('an end before the start', `1\n00:00:05,000 --> 00:00:02,000\nOne\n\n${B}`, {
    cues: ['3 4 |Two'],
    delivered: 2,
    unreadable: [2],
    ffmpegDiffers: 'keeps it',
  }),
  sample('frames for milliseconds', `1\n00:00:01:12 --> 00:00:02:00\nOne\n\n${B}`, {
    cues: ['3 4 |Two'],
    delivered: 2,
    unreadable: [2],
  }),
  sample('letters in the times', `1\n00:0O:01,000 --> 00:00:02,000\nOne\n\n${B}`, {
    cues: ['3 4 |Two'],
    delivered: 2,
    unreadable: [2],
  }),
];

const TEXTS: CaptionSample[] = [
  text('an arrow in the text', 'go --> there', '|go --&gt; there'),
  text('hours in the text', '10:30 - 11:00', '|10:30 - 11:00'),
  text(
    'character references',
    'Tom &amp; Jerry &#39;x&#39; &quot;q&quot; caf&eacute;',
    `|Tom &amp; Jerry 'x' "q" café`,
    { ffmpegDiffers: 'keeps them' },
  ),
  text('a break', 'One<br>two<br/>three', '|One/two/three'),
  text('fonts', '<font color="#ff0000">One</font>', '|One', {}),
  text('tags with spaces and capitals', '< I >One</ I > <B>two</B>', '|<i>One</i> <b>two</b>', {}),
  text('unknown tags', '<s>One</s> <blink>two</blink>', '|One two', {}),
  text('angle brackets', '<Anna> a < b & c > d', '|&lt;Anna&gt; a &lt; b &amp; c &gt; d', {
    ffmpegDiffers: 'keeps them unescaped',
  }),
  text('an override at the top', '{\\an8}One', 'line:0|One', {}),
  text('an override at the left', '{\\an4\\b1}One', 'line:50% align:left|One', {}),
  text('an old override', '{\\a6}One', 'line:0|One', {}),
  text('a style of MicroDVD', '{y:i}One', '|One'),
  text('a line break of SubStation Alpha', 'One\\Ntwo', '|One/two', {}),
  text('a stray NUL', 'On\0e', '|One', { ffmpegDiffers: 'ends at it' }),
  text('right to left', '\u202bשלום!\u202c', '|\u202bשלום!\u202c'),
];

const VTT: CaptionSample[] = [
  sample('WebVTT', 'WEBVTT\n\n00:01.000 --> 00:02.000\nOne\n\n00:03.000 --> 00:04.000\nTwo\n'),
  sample('WebVTT with an empty first line', '\nWEBVTT\n\n00:01.000 --> 00:02.000\n<i>One</i>\n', {
    cues: ['1 2 |<i>One</i>'],
  }),
  sample(
    'WebVTT without blank lines',
    'WEBVTT\n1\n00:01.000 --> 00:02.000\nOne\n2\n00:03.000 --> 00:04.000\nTwo\n',
    {
      ffmpegDiffers: 'shows the times',
    },
  ),
  sample(
    'WebVTT with notes, styles, regions and identifiers',
    'WEBVTT Kind: captions\nLanguage: en\n\nNOTE x\ny\n\nSTYLE\n::cue{}\n\nREGION\nid:a\n\nfirst\n00:01.000 --> 00:02.000\nOne\n\nNOTE\n\n00:03.000 --> 00:04.000\nTwo\n',
    { ffmpegDiffers: 'stops at the region' },
  ),
  sample(
    'WebVTT with settings',
    'WEBVTT\n\n00:01.000 --> 00:02.000 line:10% align:start foo:bar\n<v Ana>One\n',
    {
      cues: ['1 2 line:10% align:start|<v Ana>One'],
      ffmpegDiffers: 'drops the name of the speaker',
    },
  ),
  sample(
    'WebVTT with a text without times',
    'WEBVTT\n\n00:01.000 --> 00:02.000\nOne\n\nlost\nlines\n',
    {
      cues: ['1 2 |One'],
      delivered: 2,
      unreadable: [6],
    },
  ),
  sample(
    'WebVTT with a blank line of a no-break space',
    'WEBVTT\n\n00:01.000 --> 00:02.000\nOne\n\u00a0\n00:03.000 --> 00:04.000\nTwo\n',
    { ffmpegDiffers: 'shows the times' },
  ),
  sample('WebVTT with commas', 'WEBVTT\n\n00:00:01,000 --> 00:00:02,000\nOne\n', {
    cues: ['1 2 |One'],
    ffmpegDiffers: 'drops it',
  }),
];

const ENCODINGS: CaptionSample[] = [
  sample('UTF-8 with a byte order mark', `\ufeff${A}\n${B}`),
  sample('UTF-16 with a byte order mark', utf16(`\ufeff${A}\n${B}`)),
  sample('UTF-16 without one', utf16(`${A}\n${B}`), { ffmpegDiffers: 'does not open it' }),
  sample(
    'UTF-8 with one wrong byte',
    Buffer.concat([
      Buffer.from(A.replace('One', 'Déjà vu')),
      Buffer.from('\n'),
      latin1(B.replace('Two', 'naïve')),
    ]),
    {
      language: 'fr',
      cues: ['1 2 |Déjà vu', '3 4 |na\ufffdve'],
      damaged: [7],
      ffmpegDiffers: 'drops the caption',
    },
  ),
  sample('Windows-1252', latin1(A.replace('One', 'Café')), {
    language: 'fr',
    cues: ['1 2 |Café'],
    ffmpegDiffers: 'needs its name',
  }),
  sample(
    'Windows-1251 with its name',
    Buffer.concat([
      Buffer.from(A.replace('One\n', '')),
      Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x0a]),
    ]),
    {
      language: 'ru',
      encoding: 'windows-1251',
      cues: ['1 2 |Привет'],
      ffmpegDiffers: 'needs its name',
    },
  ),
];

export const CAPTION_SAMPLES: CaptionSample[] = [
  ...LINES,
  ...TIMES,
  ...TEXTS,
  ...VTT,
  ...ENCODINGS,
];

/** Reads WebVTT as this project and ffmpeg write it: `start end settings|text`. */
export function cuesOf(vtt: string): string[] {
  const [, ...blocks] = vtt.trimEnd().split('\n\n');
  return blocks.map((block) => {
    const [times = '', ...lines] = block.split('\n');
    const [start = '', , end = '', ...settings] = times.split(' ');
    return `${secondsOf(start)} ${secondsOf(end)} ${settings.join(' ')}|${lines.join('/')}`;
  });
}

const secondsOf = (time: string) =>
  time.split(':').reduce((total, part) => total * 60 + Number(part), 0);
