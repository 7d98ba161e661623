import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CAPTION_SAMPLES, type CaptionSample, cuesOf } from '../../support/ingest/caption-files.ts';
import { aFolder, hasFfmpeg, NEEDS_FFMPEG, runTool } from '../../support/ingest/clips.ts';

const withoutSettings = (cue: string) => cue.replace(/^(\S+ \S+) [^|]*\|/, '$1 |');
const unescaped = (cue: string) => cue.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

describe.skipIf(!hasFfmpeg)(hasFfmpeg ? 'captions as ffmpeg reads them' : NEEDS_FFMPEG, { tags: ['deep'] }, () => {
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
});
