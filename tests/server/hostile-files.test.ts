import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FileKind } from '#domain/office-uploads.ts';
import { anAvifBomb, aPng, A_WEBP_BOMB } from '../support/bad-pictures.ts';
import { aDatabase, type TestDatabase } from '../support/database.ts';
import { aClip, hasFfmpeg } from '../support/ingest/clips.ts';
import { aFilmDisguise } from '../support/ingest/disguises.ts';
import { processMemory } from '../support/process-memory.ts';
import {
  aFreePort,
  aServerProcess,
  type ServerProcess,
  waitUntil,
} from '../support/server-process.ts';
import { aProgrammerSession } from '../support/upload/large-upload.ts';

const MAX_BLOCK_MS = 50;
const MAX_GROWTH_MB = 200;
const PART_BYTES = 8_000_000;

const base64 = (text: string) => Buffer.from(text).toString('base64');
const captions = (part: string, bytes: number) =>
  Buffer.from(`1\n00:00:01,000 --> 00:00:02,000\n${part.repeat(bytes / part.length)}\n`);

describe.skipIf(process.platform !== 'linux')(
  'a member’s hostile file',
  { tags: ['deep', 'timed'], timeout: 300_000 },
  () => {
    let folder: string;
    let database: TestDatabase;
    let server: ServerProcess;
    let cookie: string;
    let memory: ReturnType<typeof processMemory>;
    let film: number;

    const send = (
      method: string,
      path: string,
      headers: Record<string, string> = {},
      body?: BodyInit,
    ) =>
      fetch(`${server.origin}/api/office${path}`, {
        method,
        headers: { cookie, origin: server.origin, ...headers },
        ...(body !== undefined && { body }),
      });
    async function upload(bytes: Buffer, kind: FileKind, name: string): Promise<string> {
      const tus = { 'tus-resumable': '1.0.0' };
      const details = `filename ${base64(name)},kind ${base64(kind)}`;
      const created = await send('POST', '/uploads', {
        ...tus,
        'upload-length': String(bytes.length),
        'upload-metadata': details,
      });
      const id = created.headers.get('location')!.split('/').at(-1)!;
      for (let at = 0; at < bytes.length; at += PART_BYTES) {
        const headers = {
          ...tus,
          'upload-offset': String(at),
          'content-type': 'application/offset+octet-stream',
        };
        const { status } = await send(
          'PATCH',
          `/uploads/${id}`,
          headers,
          new Uint8Array(bytes.subarray(at, at + PART_BYTES)),
        );
        if (status !== 204) return `refused with status ${status}`;
      }
      return `upload:${id}`;
    }
    async function run(operation: string, input: object, options: object = {}) {
      const body = JSON.stringify({ input, ...options });
      const response = await send(
        'POST',
        `/operations/${operation}`,
        { 'content-type': 'application/json' },
        body,
      );
      return { status: response.status, json: (await response.json()) as any };
    }
    /** Waits for the job of a long operation. */
    async function runToEnd(operation: string, input: object) {
      const { json } = await run(operation, input);
      if (!json.jobId) return json;
      return waitUntil(
        'the job has ended',
        async () => {
          const job = (await (await send('GET', `/jobs/${json.jobId}`)).json()) as any;
          return job.state === 'running' ? null : job;
        },
        120_000,
      );
    }
    const longestBlockMs = async () => {
      const text = await (await fetch(`${server.origin}/api/ott/metrics`)).text();
      return 1000 * Number(/^matinee_event_loop_longest_block_seconds (\S+)$/m.exec(text)![1]);
    };
    /** Returns the longest block of the event loop and the growth of the memory while `work` runs. */
    async function measure(name: string, work: () => Promise<unknown>) {
      const idleMb = memory.currentMb();
      memory.resetPeak();
      await longestBlockMs();
      await work();
      const blockMs = await longestBlockMs();
      const grownMb = memory.peakMb() - idleMb;
      process.stdout.write(
        `${name}: longest block ${Math.round(blockMs)} ms, memory +${Math.round(grownMb)} MB\n`,
      );
      expect(blockMs, name).toBeLessThan(MAX_BLOCK_MS);
      expect(grownMb, name).toBeLessThan(MAX_GROWTH_MB);
    }

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'matinee-hostile-'));
      database = await aDatabase();
      cookie = await aProgrammerSession(database);
      film = await database.withConnection(async ({ aFilm }) => (await aFilm()).movieId);
      const { url: databaseUrl, dataDir } = database;
      const settings = { RECONCILE_SECONDS: '600' };
      server = await aServerProcess({
        port: await aFreePort(),
        databaseUrl,
        dataDir,
        sandboxOrigin: 'http://127.0.0.1:9',
        settings,
      });
      memory = processMemory(server.pid);
      // Loads the modules of the operations: this takes longer than any file, once.
      const small = await sharp({
        create: { width: 64, height: 36, channels: 3, background: '#456' },
      })
        .jpeg()
        .toBuffer();
      await run('media/banner', {
        film: String(film),
        file: await upload(small, 'picture', 'small.jpg'),
      });
      await run('page/edit', { page: 'about-us' }, { content: 'A cinema.' });
      await runToEnd('media/ingest', {
        paths: await upload(aFilmDisguise('disguised.ts', '/nowhere.mp4'), 'film', 'warm.ts'),
      });
    });
    afterAll(async () => {
      await server.stop();
      await database.drop();
      rmSync(folder, { recursive: true });
    });

    test.each([
      ['a WebP of 38 bytes', async () => A_WEBP_BOMB],
      ['an AVIF that claims 10000 × 10000 pixels', () => anAvifBomb(10_000)],
      ['a PNG of 16383 × 16383 pixels', async () => aPng({ width: 16_383, height: 16_383 })],
    ])('as a banner: %s', async (name, make) => {
      const file = await upload(await make(), 'picture', 'banner');
      await measure(name, async () => {
        for (const dryRun of [true, false])
          expect(await run('media/banner', { film: String(film), file }, { dryRun })).toMatchObject(
            {
              status: 409,
              json: { code: 'refused' },
            },
          );
      });
    });

    test('a banner of 8000 × 4500 pixels is stored', async () => {
      const banner = await sharp({
        create: { width: 8000, height: 4500, channels: 3, background: '#456' },
      })
        .jpeg({ progressive: true })
        .toBuffer();
      const file = await upload(banner, 'picture', 'banner.jpg');
      await measure('a banner of 8000 × 4500 pixels', async () => {
        for (const dryRun of [true, false])
          expect((await run('media/banner', { film: String(film), file }, { dryRun })).status).toBe(
            200,
          );
      });
    });

    test('a page of 100,000 letters is stored', async () => {
      for (const content of ['a'.repeat(100_000), 'a@'.repeat(50_000), '-eyJaaaaaaaa'.repeat(8000)])
        await measure(`a page of ${content.length} letters ${content.slice(0, 4)}`, async () => {
          expect((await run('page/edit', { page: 'about-us' }, { content })).status).toBe(200);
        });
    });

    test.skipIf(!hasFfmpeg)('a manifest in the disguise of a film is refused', async () => {
      const other = await aClip(folder, 'thirty.mp4');
      const paths = await upload(aFilmDisguise('disguised.ts', other), 'film', 'film.ts');
      await measure('a disguised manifest', async () => {
        const job = await runToEnd('media/ingest', { paths, withoutAv1: true });
        expect(JSON.stringify(job)).toContain('film.ts is not a video');
      });
    });

    test.skipIf(!hasFfmpeg).each([
      ['120 KB of {\\', '{\\', 120_000],
      ['10 MB of {\\', '{\\', 9_900_000],
      ['120 KB of <font', '<font', 120_000],
      ['10 MB of <font', '<font', 9_900_000],
    ])('as captions: %s', async (name, part, bytes) => {
      const clip = readFileSync(await aClip(folder, 'thirty.mp4'));
      const paths = await upload(clip, 'film', `${bytes}.mp4`);
      const file = await upload(captions(part, bytes), 'captions', 'film.srt');
      await measure(`captions: ${name}`, async () => {
        const job = await runToEnd('media/ingest', {
          paths,
          captions: [`ta=${file}`],
          preset: 'ultrafast',
          withoutAv1: true,
        });
        expect(job.state).not.toBe('running');
      });
    });
  },
);
