import { spawnSync } from 'node:child_process';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aClip, aFolder, hasFfmpeg, NEEDS_FFMPEG } from '../../support/ingest/clips.ts';
import { openPackage } from '../../support/ingest/package-reader.ts';
import { runCommand } from '../../support/server-process.ts';

const MOMENTS = 10;
const FRAMES = 60;
const canMount = process.platform === 'linux' && process.getuid?.() === 0;

const mount = (...args: string[]) => {
  const { status, stderr } = spawnSync('mount', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
};

/** Bytes that a folder takes. */
async function sizeOf(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        ({ blocks }) => blocks * 512,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

describe.skipIf(!hasFfmpeg)(
  hasFfmpeg ? 'an ingest that is interrupted at ten moments' : NEEDS_FFMPEG,
  { tags: ['deep', 'release'], timeout: 400_000 },
  () => {
    let folder = '';
    let film = '';
    beforeAll(async () => {
      folder = await aFolder();
      film = await aClip(folder, 'thirty.mp4');
    });
    afterAll(() => rm(folder, { recursive: true, force: true }));

    const start = (out: string) =>
      runCommand(
        [
          'scripts/cinema.ts',
          'media',
          'ingest',
          film,
          '--out',
          out,
          '--preset',
          'ultrafast',
          '--without-av1',
        ],
        {},
      );
    async function run(out: string) {
      const command = start(out);
      return { code: await command.exited, output: command.output() };
    }
    async function expectWholePackage(out: string) {
      expect(await readdir(out)).toEqual(['thirty']);
      const { manifest, probe, rendition } = await openPackage(join(out, 'thirty'));
      expect(manifest.renditions.map(({ name }) => name)).toEqual(['180p', 'audio']);
      expect(await probe(rendition('180p'))).toMatchObject({ nb_read_frames: String(FRAMES) });
      expect((await probe(rendition('audio'))).seconds).toBeCloseTo(2, 1);
    }

    test('by kill -9: the next run ends with the whole film', async () => {
      const whole = performance.now();
      expect((await run(join(folder, 'whole'))).code).toBe(0);
      const wholeMs = performance.now() - whole;
      for (let moment = 1; moment <= MOMENTS; moment++) {
        const out = join(folder, `killed-${moment}`);
        const command = start(out);
        await pause((wholeMs * moment) / (MOMENTS + 1));
        await command.kill();
        const { code, output } = await run(out);
        expect(code, `moment ${moment}: ${output}`).toBe(0);
        await expectWholePackage(out);
      }
    });

    test.skipIf(!canMount)(
      'by a full disk: a sentence says so, and with space the next run ends with the whole film',
      async () => {
        const disk = join(folder, 'small');
        await mkdir(disk);
        // With all that the run needs, once.
        await run(join(folder, 'measured'));
        const packageBytes = await sizeOf(join(folder, 'measured'));
        for (let moment = 1; moment <= MOMENTS; moment++) {
          // A run needs the clear and the encrypted film at once.
          const bytes = Math.round((packageBytes * 2 * moment) / (MOMENTS + 1));
          mount('-t', 'tmpfs', '-o', `size=${Math.max(bytes, 4096)}`, 'tmpfs', disk);
          try {
            const { code, output } = await run(disk);
            if (code !== 0) {
              expect(output, `${bytes} bytes`).toMatch(/the disk is full|Free some space/i);
              mount('-o', 'remount,size=100m', disk);
              expect(await run(disk)).toMatchObject({ code: 0 });
            }
            await expectWholePackage(disk);
          } finally {
            spawnSync('umount', [disk]);
          }
        }
      },
    );
  },
);
