import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { ingestFilm } from '#server/ports/media/ingest/film.ts';
import { aFolder, hasFfmpeg, NEEDS_FFMPEG, runTool } from '../support/ingest/clips.ts';
import { aPackageServer } from '../support/ingest/package-server.ts';

// Players that we did not write play what we make of odd films, from the first second to the last.

const SECONDS = 6;
const words = (text: string) => text.split(' ');
const lavfi = (graph: string) => ['-f', 'lavfi', '-i', graph];
const picture = (size = '160x90', rate = '25', seconds = SECONDS) =>
  lavfi(`testsrc2=s=${size}:r=${rate}:d=${seconds}`);
const tone = (hertz: number, seconds = SECONDS, source = 'r=48000') =>
  lavfi(`sine=f=${hertz}:d=${seconds}:${source},volume=0.1`);
const X264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];
const CAPTIONS = '1\n00:00:01,000 --> 00:00:05,000\nA caption\n';

/** Film → ffmpeg's arguments. */
const SHAPES: Record<string, string[]> = {
  'plain.mp4': [...picture(), ...tone(440), ...X264],
  'silent.mkv': [...picture(), ...X264],
  'late-sound.mp4': [...picture(), '-itsoffset', '1.2', ...tone(440, 4), ...X264],
  'late-picture.ts': ['-itsoffset', '0.8', ...picture(), ...tone(440), ...X264, '-c:a', 'mp2'],
  'program-stream.mpg': [...picture('352x288'), ...tone(440), '-c:v', 'mpeg2video', '-c:a', 'mp2'],
  'longer-sound.mkv': [...picture(), ...tone(440, SECONDS + 1), ...X264],
  'two-mono.mov': [
    ...picture(),
    ...tone(440),
    ...tone(1000),
    ...words('-map 0 -map 1 -map 2'),
    ...words('-c:v prores_ks -c:a pcm_s16le'),
  ],
  'languages.mkv': [
    ...picture(),
    ...tone(440),
    ...tone(880),
    ...tone(660),
    ...words('-map 0 -map 1 -map 2 -map 3'),
    ...X264,
    ...words(
      '-metadata:s:a:0 language=tam -metadata:s:a:1 language=eng -metadata:s:a:2 language=eng',
    ),
    ...words('-disposition:a:2 comment'),
  ],
  'ntsc.mkv': [...picture('160x90', '30000/1001'), ...tone(440, SECONDS, 'r=44100'), ...X264],
  'slow.mkv': [...picture('160x90', '10'), ...tone(440), ...X264],
  'tall.mp4': [...picture('90x160'), ...tone(440), ...X264],
};

type Client = (page: Page, url: string) => Promise<unknown>;

/** Resolves at the end of the film, and rejects with the client's fatal error. Runs in the browser. */
const PLAY_TO_END = `function (video) {
  return new Promise(function (resolve, reject) {
    video.addEventListener('ended', function () { resolve(video.currentTime); });
    video.addEventListener('error', function () { reject(new Error('media error ' + video.error.message)); });
    video.muted = true;
    video.playbackRate = 2;
    video.play().catch(reject);
  });
}`;
const loadScript = (page: Page, path: string) => page.addScriptTag({ url: `/npm/${path}` });
const inPage = (page: Page, source: string): Promise<number> =>
  page.evaluate(`(async () => { ${source} })()`);

const CLIENTS: Record<string, Client> = {
  async 'hls.js'(page, url) {
    await loadScript(page, 'hls.js/dist/hls.min.js');
    return inPage(
      page,
      `const video = document.body.appendChild(document.createElement('video'));
      const hls = new Hls();
      const failed = new Promise((_, reject) => hls.on(Hls.Events.ERROR, (_, { fatal, details }) => fatal && reject(new Error(details))));
      hls.loadSource('${url}');
      hls.attachMedia(video);
      await new Promise((resolve) => hls.on(Hls.Events.MANIFEST_PARSED, resolve));
      return Promise.race([failed, (${PLAY_TO_END})(video)]);`,
    );
  },
  async 'shaka-player'(page, url) {
    await loadScript(page, 'shaka-player/dist/shaka-player.compiled.js');
    return inPage(
      page,
      `const video = document.body.appendChild(document.createElement('video'));
      const player = new shaka.Player();
      await player.attach(video);
      const failed = new Promise((_, reject) => player.addEventListener('error', ({ detail }) => reject(new Error('shaka ' + detail.code))));
      await player.load('${url}');
      return Promise.race([failed, (${PLAY_TO_END})(video)]);`,
    );
  },
  async 'video.js'(page, url) {
    await loadScript(page, 'video.js/dist/video.min.js');
    return inPage(
      page,
      `const element = document.body.appendChild(document.createElement('video'));
      const player = videojs(element, { html5: { vhs: { overrideNative: true } } });
      const failed = new Promise((_, reject) => player.on('error', () => reject(new Error(player.error().message))));
      player.src({ src: '${url}', type: 'application/x-mpegURL' });
      await new Promise((resolve) => player.ready(resolve));
      return Promise.race([failed, (${PLAY_TO_END})(player.tech(true).el())]);`,
    );
  },
};

test.describe('other players', { tag: '@deep' }, () => {
  test.skip(({ isMobile }) => isMobile, 'play the same on each width');
  test.skip(!hasFfmpeg, NEEDS_FFMPEG);
  // One worker, which makes the packages once.
  test.describe.configure({ mode: 'default', timeout: 60_000 });

  const folders: Record<string, string> = {};
  let folder: string;
  let server: Awaited<ReturnType<typeof aPackageServer>>;
  test.beforeAll(async () => {
    test.setTimeout(300_000);
    folder = await aFolder();
    mkdirSync(join(folder, 'films'));
    for (const [name, args] of Object.entries(SHAPES)) {
      const source = join(folder, 'films', name);
      await runTool('ffmpeg', ['-y', ...args, source]);
      if (name === 'plain.mp4') writeFileSync(join(folder, 'films', 'plain.ta.srt'), CAPTIONS);
      folders[name] = join(folder, name);
      await ingestFilm({
        source,
        outDir: folders[name],
        preset: 'veryfast',
        segmentsPerKey: 1,
        accept: ['picture-ends-early'],
      });
    }
    server = await aPackageServer(folders);
  });
  test.afterAll(async () => {
    await server?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  for (const name of Object.keys(SHAPES)) {
    for (const [client, play] of Object.entries(CLIENTS))
      test(`${client} plays ${name} to the end`, async ({ page }) => {
        await page.goto(`${server.origin}/empty.html`);
        const end = (await play(page, `${server.origin}/${name}/master.m3u8`)) as number;
        expect(end).toBeGreaterThan(SECONDS - 0.5);
        expect(end).toBeLessThan(SECONDS + 2);
      });

    test(`ffprobe reads ${name} to the end`, async () => {
      const entries = [
        '-show_entries',
        'stream=codec_type,nb_read_frames',
        '-count_frames',
        '-of',
        'csv=p=0',
      ];
      const args = [
        '-allowed_extensions',
        'ALL',
        ...entries,
        `${server.origin}/${name}/master.m3u8`,
      ];
      const lines = String(await runTool('ffprobe', args))
        .trim()
        .split('\n');
      for (const kind of ['video', 'audio'])
        expect(
          Math.min(
            ...lines
              .filter((line) => line.startsWith(kind))
              .map((line) => Number(line.split(',')[1])),
          ),
        ).toBeGreaterThan(50);
    });
  }
});
