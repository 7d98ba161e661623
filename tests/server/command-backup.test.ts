/** @module-tag databases */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MANIFEST_FILE } from '#server/backup/manifest.ts';
import { aDatabase, type TestDatabase } from '../support/database.ts';
import { runCommand } from '../support/server-process.ts';

describe.skipIf(process.env['TEST_DATABASE_URL'])(
  'backup and restore',
  { timeout: 120_000 },
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'matinee-backups-'));
    const backupDir = join(folder, 'backups');
    let database: TestDatabase;
    beforeAll(async () => {
      database = await aDatabase();
      await database.withConnection(({ aFilm }) =>
        aFilm({ importRef: 'night-rail', movieKey: 'key-rail' }),
      );
    });
    afterAll(async () => {
      await database.drop();
      rmSync(folder, { recursive: true });
    });
    const cinema = async (dataDir: string, ...argv: string[]) => {
      const databaseUrl = `file:${join(dataDir, 'database')}`;
      const settings = {
        DATABASE_URL: databaseUrl,
        DATA_DIR: dataDir,
        ORIGIN: 'http://server.test',
      };
      const command = runCommand(['scripts/cinema.ts', ...argv], settings);
      return { code: await command.exited, output: command.output() };
    };

    test('--dry-run writes nothing; a real backup can be listed and restored elsewhere', async () => {
      const otherDataDir = join(folder, 'other');
      expect(
        await cinema(database.dataDir, 'backup', 'make', backupDir, '--dry-run'),
      ).toMatchObject({ code: 0 });
      expect(existsSync(backupDir)).toBe(false);
      const made = await cinema(database.dataDir, 'backup', 'make', backupDir);
      expect(made).toMatchObject({
        code: 0,
        output: expect.stringMatching(/^Backup \d{8}T\d{6}Z is in /m),
      });
      const [, id] = /^Backup (\S+) is/m.exec(made.output)!;
      mkdirSync(join(backupDir, '20200101T000000Z'));
      writeFileSync(join(backupDir, '20200101T000000Z', MANIFEST_FILE), '{');
      expect(await cinema(otherDataDir, 'backup', 'list', backupDir)).toMatchObject({
        code: 0,
        output: expect.stringMatching(
          new RegExp(`^${id}  pglite  .*\\n20200101T000000Z  its manifest cannot be read`),
        ),
      });
      rmSync(join(backupDir, '20200101T000000Z'), { recursive: true });
      expect(await cinema(otherDataDir, 'restore', backupDir, '--dry-run')).toMatchObject({
        code: 0,
      });
      expect(existsSync(join(otherDataDir, 'database'))).toBe(false);
      expect(await cinema(otherDataDir, 'restore', backupDir)).toMatchObject({
        code: 0,
        output: expect.stringContaining(`${id} is restored`),
      });
      expect((await cinema(otherDataDir, 'movie', 'list')).output).toContain('night-rail');
      expect((await cinema(otherDataDir, 'audit')).output).toMatch(/backup make +begun/);
    });

    test('restore overwrites no existing database, and reports missing backups', async () => {
      const before = readdirSync(database.dataDir);
      expect(await cinema(database.dataDir, 'restore', backupDir)).toMatchObject({
        code: 1,
        output: expect.stringMatching(/already exists/),
      });
      expect(readdirSync(database.dataDir)).toEqual(before);
      expect(
        await cinema(join(folder, 'third'), 'restore', backupDir, '20200101T000000Z'),
      ).toMatchObject({
        code: 1,
        output: expect.stringMatching(/^There is no backup 20200101T000000Z in /),
      });
      expect(await cinema(join(folder, 'third'), 'restore', join(folder, 'nothing'))).toMatchObject(
        {
          code: 1,
          output: expect.stringMatching(/^There is no backup in /),
        },
      );
      expect(await cinema(database.dataDir, 'backup', 'make', 's3://')).toMatchObject({
        code: 1,
        output: expect.stringMatching(/takes a folder or s3:\/\/bucket\/prefix/),
      });
    });
  },
);
