import { chmod, cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { masterPlaylist, mediaPlaylist } from '#domain/playlist.ts';
import { ingestFilm } from '#server/ports/media/ingest/film.ts';
import { aClip, aFolder, hasFfmpeg, NEEDS_FFMPEG, runTool } from '../../support/ingest/clips.ts';
import { ACCOUNT, anObjectStore, BUCKET } from '../../support/ingest/object-store.ts';
import { entropy, openPackage } from '../../support/ingest/package-reader.ts';
import { runCommand, waitUntil } from '../../support/server-process.ts';

const QUICK = ['--preset', 'ultrafast'];

const options = { tags: ['deep'], timeout: 120_000 };

describe.skipIf(!hasFfmpeg)(hasFfmpeg ? 'cinema media ingest' : NEEDS_FFMPEG, options, () => {
  let folder = '';
  const at = (...names: string[]) => join(folder, ...names);
  beforeAll(async () => {
    folder = await aFolder();
    await mkdir(at('films'));
    await aClip(at('films'), 'plain.mp4');
    await aClip(at('films'), 'thirty.mp4');
    const source = at('films/plain.mp4');
    await ingestFilm({
      source,
      outDir: at('encrypted/plain'),
      segmentsPerKey: 2,
      preset: 'ultrafast',
    });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const start = (args: string[], settings: Record<string, string> = {}) =>
    runCommand(['scripts/cinema.ts', 'media', 'ingest', ...args], settings);
  const ingest = async (args: string[], settings: Record<string, string> = {}) => {
    const command = start(args, settings);
    return { code: await command.exited, output: command.output() };
  };
  const filesOf = async (dir: string) => (await readdir(at(dir), { recursive: true })).toSorted();

  test('a bad file in a folder does not stop the other films, and a table lists the results', async () => {
    await mkdir(at('batch'));
    await cp(at('films/plain.mp4'), at('batch/a film (1).mp4'));
    await writeFile(at('batch/bad.mp4'), 'no film');
    await cp(at('films/thirty.mp4'), at('batch/thirty.mp4'));
    await writeFile(
      at('batch/thirty.fr.srt'),
      Buffer.from('1\n00:00:00,100 --> 00:00:01,000\nCafé\n', 'latin1'),
    );
    await writeFile(at('batch/readme.txt'), 'not taken');

    const { code, output } = await ingest([at('batch'), '--out', at('out'), ...QUICK]);
    expect(output).toMatch(/^done {4}a-film-1 .*9 s, (270p-av1 240p-av1 )?270p 240p audio$/m);
    expect(output).toMatch(/^failed {2}bad +bad\.mp4 is not a video$/m);
    expect(output).toMatch(/^done {4}thirty .*2 s, (180p-av1 )?180p audio$/m);
    expect(code).toBe(2);
    expect(
      await filesOf('out').then((names) => names.filter((name) => !name.includes('/'))),
    ).toEqual(['a-film-1', 'thirty']);
    const { manifest } = await openPackage(at('out/thirty'));
    expect(manifest.captions).toEqual([
      {
        language: 'fr',
        label: 'français',
        uri: 'captions/fr.vtt',
        sha256: expect.stringMatching(/^[\w-]{43}$/),
      },
    ]);
    expect(await readFile(at('out/thirty/captions/fr.vtt'), 'utf8')).toContain('Café');
  });

  test('a second run encodes nothing; a corrected caption is added to the package', async () => {
    await writeFile(at('batch/thirty.fr.srt'), '1\n00:00:00,100 --> 00:00:01,000\nThé\n');
    const keys = await readFile(at('out/thirty/keys.json'), 'utf8');
    const { output } = await ingest([at('batch'), '--out', at('out'), ...QUICK]);
    expect(output).toMatch(/^done {4}a-film-1 .*already existed$/m);
    expect(output).toMatch(/^done {4}thirty .*got new captions$/m);
    expect(await readFile(at('out/thirty/captions/fr.vtt'), 'utf8')).toContain('Thé');
    expect(await readFile(at('out/thirty/keys.json'), 'utf8')).toBe(keys);
  });

  test('captions whose file is gone are named, and removed on request', async () => {
    await rm(at('batch/thirty.fr.srt'));
    const args = [at('batch/thirty.mp4'), '--out', at('out'), ...QUICK];
    const { output } = await ingest(args);
    expect(output).toContain('To remove them: --without-captions fr');
    await ingest([...args, '--without-captions', 'fr']);
    expect((await openPackage(at('out/thirty'))).manifest.captions).toEqual([]);
  });

  test('a run with other settings never overwrites a package', async () => {
    const { code, output } = await ingest([
      at('batch/thirty.mp4'),
      '--out',
      at('out'),
      '--crf',
      '40',
      ...QUICK,
    ]);
    expect(output).toContain(
      'is not empty: it holds another film, or this one with other settings',
    );
    expect(code).toBe(2);
  });

  test('keys change after the chosen number of segments, and an encrypted segment looks like noise', async () => {
    const film = await openPackage(at('encrypted/plain'));
    expect(new Set(film.keys).size).toBe(film.keys.length);
    const numbers = film.manifest.renditions.map(({ segments }) =>
      segments.map((segment) => segment.keyIndex),
    );
    expect(numbers).toEqual([
      [0, 0, 1],
      [2, 2, 3],
      [4, 4, 5],
    ]);
    const video = film.rendition('270p');
    for (const { uri } of video.segments.slice(0, 2)) {
      const encrypted = await film.encrypted(uri);
      expect(encrypted.length).toBeGreaterThan(10_000);
      expect(entropy(encrypted)).toBeGreaterThanOrEqual(7.9);
      expect(encrypted.includes('moof')).toBe(false);
    }
    expect((await film.segment(video, 0)).includes('moof')).toBe(true);
  });

  test('ffprobe decodes the encrypted package from our playlists and keys', async () => {
    const { manifest, keys } = await openPackage(at('encrypted/plain'));
    await mkdir(at('served/keys'), { recursive: true });
    await symlink(at('encrypted/plain'), at('served/media'));
    await writeFile(at('served/master.m3u8'), masterPlaylist(manifest));
    for (const { name } of manifest.renditions)
      await writeFile(at('served', `${name}.m3u8`), mediaPlaylist(manifest, name)!);
    for (const [index, key] of keys.entries())
      await writeFile(at('served/keys', String(index)), Buffer.from(key, 'hex'));

    const probeArgs = [
      '-show_entries',
      'stream=codec_name,height,nb_read_frames',
      '-of',
      'csv=p=0',
      '-count_frames',
    ];
    const reader = ['-allowed_extensions', 'ALL', ...probeArgs, at('served/master.m3u8')];
    const streams = String(await runTool('ffprobe', reader))
      .trim()
      .split('\n');
    const frames = Math.round((9 * 24000) / 1001);
    expect([...new Set(streams)].filter((line) => line.startsWith('h264')).toSorted()).toEqual([
      `h264,180,${frames}`,
      `h264,270,${frames}`,
    ]);
    expect(streams.some((line) => line.startsWith('aac'))).toBe(true);

    await writeFile(at('served/keys/0'), Buffer.alloc(16));
    const withoutKey = await runTool('ffprobe', reader).then(String, () => '');
    expect(withoutKey).not.toContain(`h264,270,${frames}`);
  });

  test(
    'a run that is killed while it encodes is continued with the same result',
    { tags: ['release'] },
    async () => {
      const args = [
        at('films/plain.mp4'),
        '--out',
        at('killed'),
        '--segments-per-key',
        '2',
        '--preset',
        'slow',
        '--without-av1',
      ];
      const command = start(args);
      const isAtLargest = async () =>
        (await readdir(at('killed/plain.part/clear')).catch(() => [])).some((name) =>
          name.startsWith('270p.'),
        );
      await waitUntil('the largest rendition is being encoded', isAtLargest, 60_000);
      await command.kill();
      expect(await readdir(at('killed'))).toEqual(['plain.part']);
      const { done } = JSON.parse(await readFile(at('killed/plain.part/work.json'), 'utf8'));
      expect(Object.keys(done).filter((stage) => !stage.includes(' of '))).toEqual([
        '240p',
        'stills',
        'audio',
      ]);

      const { code } = await ingest(args);
      expect(code).toBe(0);
      expect(await readdir(at('killed'))).toEqual(['plain']);
      const { keys } = await openPackage(at('killed/plain'));
      expect(keys).toEqual(expect.arrayContaining([...done['240p'].keys, ...done['audio'].keys]));
      expect(await filesOf('killed/plain')).toEqual(await filesOf('encrypted/plain'));
      const segmentSeconds = async (name: string) =>
        (await openPackage(at(name))).manifest.renditions.map(({ segments }) =>
          segments.map((each) => each.durationSeconds),
        );
      expect(await segmentSeconds('killed/plain')).toEqual(await segmentSeconds('encrypted/plain'));
    },
  );

  test(
    'a full disk ends the run with a message, and the run continues once there is space',
    { tags: ['release'] },
    async () => {
      await mkdir(at('tools'));
      await writeFile(
        at('tools/ffmpeg'),
        '#!/bin/sh\n[ "$2" = "" ] && exit 0\necho "av_interleaved_write_frame(): No space left on device" >&2\nexit 1\n',
      );
      await chmod(at('tools/ffmpeg'), 0o755);
      const args = [at('films/thirty.mp4'), at('films/plain.mp4'), '--out', at('full'), ...QUICK];
      const { code, output } = await ingest(args, {
        PATH: `${at('tools')}:${process.env['PATH']}`,
      });
      expect(output).toContain(
        'The disk is full. Free some space and run the same command again: it continues where it stopped.',
      );
      expect(output).toContain('2 not made');
      expect(code).toBe(1);
      expect((await ingest(args)).code).toBe(0);
    },
  );

  test('without ffmpeg the error names the missing tool', async () => {
    const { code, output } = await ingest([at('films/plain.mp4'), '--out', at('none')], {
      PATH: at('nowhere'),
    });
    expect(output).toContain('ffprobe is not on the PATH. Install ffmpeg');
    expect(code).toBe(1);
  });

  test('an upload leaves out the keys and skips uploaded files', async () => {
    const store = await anObjectStore();
    store.faults.push('slow', 'drop');
    const settings = {
      AWS_ACCESS_KEY_ID: ACCOUNT.accessKeyId,
      AWS_SECRET_ACCESS_KEY: ACCOUNT.secretAccessKey,
      AWS_REGION: ACCOUNT.region,
      AWS_ENDPOINT_URL: store.endpoint,
    };
    const args = [
      at('films/thirty.mp4'),
      '--out',
      `s3://${BUCKET}/server`,
      '--folder',
      at('made'),
      ...QUICK,
    ];
    const { code, output } = await ingest(args, settings);
    expect(output).toMatch(/s3:\/\/films\/server\/packages\/[0-9a-f]{32}$/m);
    expect(code).toBe(0);
    const names = [...store.objects.keys()].map((key) =>
      key.replace(/^server\/packages\/[0-9a-f]{32}\//, ''),
    );
    const privateFiles = ['keys.json', 'report.json'];
    const uploadable = (await filesOf('made/thirty')).filter(
      (name) => name.includes('.') && !privateFiles.includes(name),
    );
    expect(names.toSorted()).toEqual(uploadable.toSorted());
    expect(
      [...store.objects.values()].every(({ type }) => type !== 'application/octet-stream'),
    ).toBe(true);

    store.objects.delete([...store.objects.keys()].find((key) => key.endsWith('.m4s'))!);
    store.requests.length = 0;
    await ingest(args, settings);
    expect(store.requests.filter((request) => request.startsWith('PUT'))).toHaveLength(1);
    await store.close();
  });
});
