import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findingsOfCaptions } from '#server/ports/media/ingest/captions/report.ts';
import { describeFinding } from '#server/ports/media/ingest/findings.ts';
import { convertCaptions, PERMISSIONS } from '#server/ports/media/ingest/captions/convert.ts';
import { decodeCaption } from '#server/ports/media/ingest/captions/encodings.ts';
import { toVtt } from '#server/ports/media/ingest/captions/to-vtt.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'captions-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function convert(bytes: Buffer | string) {
  const [from, to] = [join(folder, 'from.srt'), join(folder, 'to.vtt')];
  await writeFile(from, bytes);
  const report = await convertCaptions({ from, to, language: 'ta' });
  return { ...report, vtt: await readFile(to, 'utf8') };
}

const vttOf = (text: string) => toVtt(Buffer.from(text), 'en').vtt;
const srt = (text: string) => `1\n00:00:01,500 --> 00:00:03,000\n${text}\n`;
const utf16 = (text: string, isBigEndian: boolean) =>
  isBigEndian ? Buffer.from(text, 'utf16le').swap16() : Buffer.from(text, 'utf16le');

test.each([
  ['plain', 'Hello', 'Hello'],
  ['two lines', 'One\nTwo', 'One\nTwo'],
  ['markup that WebVTT supports', '<i>So</i> <B>be</B> it', '<i>So</i> <b>be</b> it'],
  ['other markup', '<font color="#fff">So</font>', 'So'],
  ['special characters of WebVTT', 'a < b & c > d', 'a &lt; b &amp; c &gt; d'],
  ['an arrow in the text', 'go --> there', 'go --&gt; there'],
  ['a script', '<script>x</script>', 'x'],
  ['a tag that is not closed', '<script>x', '&lt;script&gt;x'],
])('SRT is converted: %s', (_, text, expected) => {
  expect(vttOf(srt(text))).toBe(`WEBVTT\n\n00:00:01.500 --> 00:00:03.000\n${expected}\n`);
});

test('SRT text at the top of the screen stays there', () => {
  expect(vttOf(srt('{\\an8}Up'))).toContain('--> 00:00:03.000 line:0\nUp');
});

test('SRT may lack numbers, be unordered, contain errors, and exceed an hour', () => {
  const text = [
    '01:02:03,004 --> 01:02:05,006\nlast',
    '2\n00:00:05,000 --> 00:00:04,000\nbackwards',
    '3\n00:00:09.5 --> 00:00:10.25  X1:1 Y1:2\nfirst',
    '4\n00:00:20,000 --> 00:00:21,000\n ',
    '5\nnoise',
  ].join('\n\n');
  expect(vttOf(text)).toBe(
    'WEBVTT\n\n00:00:09.500 --> 00:00:10.250\nfirst\n\n01:02:03.004 --> 01:02:05.006\nlast\n',
  );
});

test('WebVTT keeps its cues and their positions, but not notes and styles', () => {
  const text =
    'WEBVTT Kind: captions\n\nNOTE x\n\nSTYLE\n::cue{}\n\nid\n01:00.000 --> 01:02.000 line:10% align:start foo:bar\n<v Ana>Hi\n';
  expect(vttOf(text)).toBe(
    'WEBVTT\n\n00:01:00.000 --> 00:01:02.000 line:10% align:start\n<v Ana>Hi\n',
  );
});

test.each<[string, Buffer, string]>([
  ['UTF-8', Buffer.from('தமிழ்\r\nx'), 'ta'],
  ['UTF-8 with a byte order mark', Buffer.from('\uFEFFதமிழ்\r\nx'), 'ta'],
  ['UTF-16 little-endian with a byte order mark', utf16('\uFEFFதமிழ்\r\nx', false), 'ta'],
  ['UTF-16 big-endian with a byte order mark', utf16('\uFEFFதமிழ்\r\nx', true), 'ta'],
  ['UTF-16 little-endian without a byte order mark', utf16('தமிழ்\r\nx', false), 'ta'],
  ['UTF-16 big-endian without a byte order mark', utf16('தமிழ்\r\nx', true), 'ta'],
])('%s is read', (_, bytes, language) =>
  expect(decodeCaption(bytes, language)?.text).toBe('தமிழ்\nx'),
);

test('Windows-1252 is read for languages that fit into it, and rejected for others', () => {
  const bytes = Buffer.from([0x43, 0x61, 0x66, 0xe9, 0x20, 0x80]);
  expect(decodeCaption(bytes, 'fr-CA')?.text).toBe('Café €');
  expect(decodeCaption(bytes, 'ta')).toBeNull();
});

test.each<[string, number[], string]>([
  ['Cyrillic', [0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2], 'en'],
  ['Polish', [0x70, 0xb3, 0x6f, 0x74, 0xea], 'en'],
  ['Turkish', [0x73, 0xfd, 0x6e, 0xfd, 0x66], 'de'],
  ['French of DOS', [0x63, 0x61, 0x66, 0x82, 0x73], 'fr'],
  ['French of old Macs', [0x63, 0x61, 0x66, 0x8e], 'fr'],
])('%s is not read as Windows-1252', (_, bytes, language) => {
  expect(decodeCaption(Buffer.from(bytes), language)).toBeNull();
});

test('a named encoding is used only for text that is not Unicode', () => {
  expect(decodeCaption(Buffer.from([0xcf, 0xf0, 0xe8]), 'ru', 'windows-1251')?.text).toBe('При');
  expect(decodeCaption(Buffer.from('При'), 'ru', 'windows-1251')?.text).toBe('При');
});

test('captions are converted in a process of their own', async () => {
  const { vtt, problem } = await convert(srt('{\\an8}<i>வணக்கம்</i>'));
  expect(vtt).toBe('WEBVTT\n\n00:00:01.500 --> 00:00:03.000 line:0\n<i>வணக்கம்</i>\n');
  expect(problem).toBeUndefined();
  expect(await convert('a letter')).toMatchObject({ problem: 'no captions', vtt: '' });
  expect(await convert(Buffer.from([0x43, 0xe9]))).toMatchObject({
    problem: 'unknown encoding',
    vtt: '',
  });
});

test('that process can read no file but the code, write none and start no program', () => {
  // A run on another day loads its clock by NODE_OPTIONS, which the process could not read.
  const env = { ...process.env, NODE_OPTIONS: '' };
  const run = (code: string) =>
    String(spawnSync(process.execPath, [...PERMISSIONS, '-e', code], { env }).stderr);
  expect(run(`fs.readFileSync('${process.execPath}')`)).toContain('ERR_ACCESS_DENIED');
  expect(run(`fs.readdirSync('tests')`)).toContain('ERR_ACCESS_DENIED');
  expect(run(`fs.writeFileSync('src/new.txt', '')`)).toContain('ERR_ACCESS_DENIED');
  expect(run(`child_process.spawnSync('true')`)).toContain('ERR_ACCESS_DENIED');
  expect(run(`fs.readdirSync('src')`)).toBe('');
});

const REPEATED = [
  '{\\',
  '<font',
  '</font',
  '{',
  '<',
  '&',
  '\n\n',
  '\n ',
  '0:',
  '00:00:01,500 -->',
  '\\',
  '<i>',
];
const hostile = (part: string, bytes: number) => Buffer.from(srt(part.repeat(bytes / part.length)));

test('captions of a repeated part are converted in linear time', () => {
  for (const part of REPEATED) {
    const start = performance.now();
    toVtt(hostile(part, 200_000), 'ta');
    expect(performance.now() - start, part).toBeLessThan(2000);
  }
});

test.each(REPEATED)(
  'ten megabytes of %j are converted in seconds',
  { tags: ['deep', 'timed'] },
  async (part) => {
    const start = performance.now();
    await convert(hostile(part, 10_000_000));
    expect(performance.now() - start).toBeLessThan(20_000);
  },
);

test.each([
  ['00:00:59,000', 60, []],
  ['00:01:01,000', 60, []],
  ['00:01:40,000', null, []],
  [
    '00:01:40,000',
    60,
    [
      'The captions of film.srt (ta) begin as late as 1:40, but the film ends at 1:00. Check that they belong to this version of the film.',
    ],
  ],
])('captions that begin at %s in a film of %s seconds', (start, filmSeconds, sentences) => {
  const report = toVtt(Buffer.from(`1\n${start} --> 00:02:00,000\nx\n`), 'ta');
  const findings = findingsOfCaptions(report, { language: 'ta', file: 'film.srt' }, filmSeconds);
  expect(findings.map(describeFinding)).toEqual(sentences);
});
