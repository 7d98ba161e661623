import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { MediaError } from '#server/ports/media/errors.ts';
import { probe } from '#server/ports/media/ingest/probe.ts';
import { readTimeline } from '#server/ports/media/ingest/timeline.ts';
import { checkIsWhole } from '#server/ports/media/ingest/timeline-findings.ts';
import { runFfprobe } from '#server/ports/media/ingest/tools.ts';
import { aClip, aFolder, hasFfmpeg, NEEDS_FFMPEG, runTool } from '../../support/ingest/clips.ts';
import { aFilmDisguise, DISGUISES } from '../../support/ingest/disguises.ts';

describe.skipIf(!hasFfmpeg)(
  hasFfmpeg ? 'files that are no film' : NEEDS_FFMPEG,
  { timeout: 120_000 },
  () => {
    let folder = '';
    const file = (name: string) => join(folder, name);

    beforeAll(async () => {
      folder = await aFolder();
      const film = await aClip(folder, 'thirty.mp4');
      const bytes = await readFile(film);
      await writeFile(file('no-index.mp4'), bytes.subarray(0, bytes.length * 0.6));
      await runTool('ffmpeg', [
        '-i',
        film,
        '-c',
        'copy',
        '-movflags',
        '+faststart',
        file('index-first.mp4'),
      ]);
      const indexed = await readFile(file('index-first.mp4'));
      // Two missing seconds are tolerated. The film is repeated, so that more than that is cut off.
      await runTool('ffmpeg', [
        '-stream_loop',
        '20',
        '-i',
        film,
        '-c',
        'copy',
        '-movflags',
        '+faststart',
        file('long.mp4'),
      ]);
      const long = await readFile(file('long.mp4'));
      await writeFile(file('cut.mp4'), long.subarray(0, long.length * 0.6));
      await writeFile(file('whole.mp4'), indexed);
      await writeFile(file('notes.mp4'), 'These are notes about a film.\n'.repeat(100));
      await writeFile(
        file('noise.mkv'),
        Buffer.from(Array.from({ length: 20_000 }, (_, at) => (at * 7919) % 251)),
      );
      await writeFile(file('empty.mov'), '');
      const unknown = Buffer.from(bytes);
      unknown.write('odd1', unknown.lastIndexOf('avc1'), 'latin1');
      await writeFile(file('unknown.mp4'), unknown);
      await runTool('ffmpeg', [
        '-f',
        'lavfi',
        '-i',
        'color=red:s=64x64',
        '-frames:v',
        '1',
        file('still.png'),
      ]);
      await runTool('ffmpeg', ['-f', 'lavfi', '-i', 'sine=d=1', file('sound.wav')]);
      await runTool('ffmpeg', ['-f', 'lavfi', '-i', 'sine=d=1', file('sound.m4a')]);
      await runTool('ffmpeg', [
        '-f',
        'lavfi',
        '-i',
        'color=red:s=8200x8200:r=1:d=2',
        '-c:v',
        'mjpeg',
        file('huge.mkv'),
      ]);
      const movFlags = ['-movflags', 'frag_keyframe+empty_moov+default_base_moof'];
      await runTool('ffmpeg', ['-i', film, '-c', 'copy', ...movFlags, file('secret.mp4')]);
      for (const name of DISGUISES)
        await writeFile(file(name), aFilmDisguise(name, file('secret.mp4')));
      await writeFile(
        file('list.mp4'),
        '#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\nhttp://127.0.0.1:9/a.ts\n#EXT-X-ENDLIST\n',
      );
    });
    afterAll(() => rm(folder, { recursive: true, force: true }));

    /** What `ingestFilm` reads before it encodes. */
    const readFilm = async (path: string) => {
      const source = await probe(path);
      checkIsWhole(source, await readTimeline(source, {}));
      return source;
    };

    test('a complete film is accepted', async () =>
      expect((await readFilm(file('whole.mp4'))).width).toBe(320));

    test.each([
      ['missing.mp4', 'There is no file'],
      ['', 'is not a file'],
      ['empty.mov', 'empty.mov is empty'],
      ['notes.mp4', 'notes.mp4 is not a video'],
      ['noise.mkv', 'noise.mkv is not a video'],
      ['unknown.mp4', 'unknown.mp4 has video in a codec that this ffmpeg does not support'],
      ['still.png', 'still.png is not a video'],
      ['sound.wav', 'sound.wav is not a video'],
      ['sound.m4a', 'sound.m4a has no video stream'],
      ['huge.mkv', 'huge.mkv has video whose size is unknown or above 8192 × 8192 pixels'],
      ['list.mp4', 'list.mp4 is not a video'],
      ['no-index.mp4', 'no-index.mp4 is cut off; copy or export it again'],
      ['cut.mp4', 'cut.mp4 is cut off before the end of its 42 seconds; copy or export it again'],
    ])('%s: %s', async (name, message) => {
      const error = await readFilm(file(name)).then(
        () => null,
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(MediaError);
      expect((error as Error).message).toContain(message);
    });

    test('ffmpeg itself would open the other file that a disguised manifest names', async () => {
      expect(
        String(
          await runTool('ffprobe', ['-show_entries', 'format=format_name', file('disguised.ts')]),
        ),
      ).toContain('format_name=dash');
    });

    test.each(DISGUISES)('%s never leads to the other file that it names', async (name) => {
      await expect(probe(file(name))).rejects.toThrow(
        new RegExp(`^${name} (is not a video|is cut off|has no video stream)`),
      );
    });

    test('the tools get none of the server’s secrets', async () => {
      const tools = file('tools');
      await mkdir(tools);
      await writeFile(join(tools, 'ffprobe'), '#!/bin/sh\nenv\n', { mode: 0o755 });
      const path = process.env['PATH'];
      vi.stubEnv('PATH', `${tools}:${path}`);
      vi.stubEnv('TOKEN_SECRET', 'only for the server');
      const environment = await runFfprobe([]).finally(() => vi.unstubAllEnvs());
      expect(environment).toContain(`PATH=${tools}:${path}`);
      expect(environment).not.toContain('TOKEN_SECRET');
    });

    test('a tool that prints without end is stopped', async () => {
      const tools = file('endless');
      await mkdir(tools);
      await writeFile(join(tools, 'ffprobe'), '#!/bin/sh\nexec yes\n', { mode: 0o755 });
      vi.stubEnv('PATH', `${tools}:${process.env['PATH']}`);
      await expect(runFfprobe([]).finally(() => vi.unstubAllEnvs())).rejects.toThrow(
        'too much output',
      );
    });
  },
);
