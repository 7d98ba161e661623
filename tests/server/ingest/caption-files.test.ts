import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCaptions } from '#server/ports/media/ingest/captions/captions.ts';
import { CAPTION_SAMPLES, type CaptionSample, cuesOf } from '../../support/ingest/caption-files.ts';
import { aFolder, hasFfmpeg, NEEDS_FFMPEG, runTool } from '../../support/ingest/clips.ts';

const withoutSettings = (cue: string) => cue.replace(/^(\S+ \S+) [^|]*\|/, '$1 |');
const unescaped = (cue: string) =>
  cue.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

describe.skipIf(!hasFfmpeg)(
  hasFfmpeg ? 'captions as ffmpeg reads them' : NEEDS_FFMPEG,
  { tags: ['deep'] },
  () => {
    let folder = '';
    beforeAll(async () => {
      folder = await aFolder();
    });
    afterAll(() => rm(folder, { recursive: true, force: true }));

    async function readWithFfmpeg({ bytes }: CaptionSample): Promise<string[]> {
      const format = bytes.includes('WEBVTT') ? 'webvtt' : 'srt';
      await writeFile(join(folder, 'captions'), bytes);
      const input = ['-f', format, '-i', join(folder, 'captions')];
      const vtt = await runTool('ffmpeg', [...input, '-f', 'webvtt', '-']).then(String, () => '');
      return cuesOf(vtt).map(withoutSettings);
    }

    test.each(CAPTION_SAMPLES)('$habit', async (sample) => {
      const cues = sample.cues.map(withoutSettings).map(unescaped);
      const read = await readWithFfmpeg(sample);
      if (sample.ffmpegDiffers) expect(read, sample.ffmpegDiffers).not.toEqual(cues);
      else expect(read).toEqual(cues);
    });

    const ASS =
      '[Script Info]\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n';
    test.each([
      [
        'SubStation Alpha',
        `${ASS}Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,{\\an8}One`,
        ['1 2 line:0|One'],
      ],
      [
        'SAMI',
        '<SAMI><BODY><SYNC Start=1000><P>One<br>two<SYNC Start=2000><P>&nbsp;</BODY></SAMI>',
        ['1 2 |One/two'],
      ],
      [
        'SBV',
        '0:00:01.000,0:00:02.000\nOne\n\n0:00:03.000,0:00:04.000\nTwo\n',
        ['1 2 |One', '3 4 |Two'],
      ],
    ])('%s is converted', async (_, content, cues) => {
      const file = join(folder, 'foreign');
      await writeFile(file, content);
      const { files } = await readCaptions([{ language: 'en', file }], folder, {
        filmSeconds: null,
      });
      expect(cuesOf(await readFile(files[0]!.file, 'utf8'))).toEqual(cues);
    });

    test('SubStation Alpha in an unknown encoding is refused, and read with the name of its encoding', async () => {
      const file = join(folder, 'foreign');
      await writeFile(
        file,
        Buffer.from(`${ASS}Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,Caf\u00e9`, 'latin1'),
      );
      await expect(
        readCaptions([{ language: 'fr', file }], folder, { filmSeconds: null }),
      ).rejects.toThrow('--caption-encoding windows-1252');
      const { files } = await readCaptions([{ language: 'fr', file }], folder, {
        encoding: 'windows-1252',
        filmSeconds: null,
      });
      expect(cuesOf(await readFile(files[0]!.file, 'utf8'))).toEqual(['1 2 |Café']);
    });
  },
);
