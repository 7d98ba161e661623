import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aCommandRunner } from '../support/cinema-cli.ts';
import { PROJECT } from '../support/project.ts';
import { aServer, type TestServer } from '../support/test-server.ts';

const PACKAGE = join(PROJECT, 'scripts/sample/packages/kite-string');
const folder = mkdtempSync(join(tmpdir(), 'captions-'));
afterAll(() => rmSync(folder, { recursive: true }));

let server: TestServer;
let commands: ReturnType<typeof aCommandRunner>;
beforeAll(async () => {
  server = await aServer();
  commands = aCommandRunner(server);
  await server.aFilm({ importRef: 'kite', packageId: null });
  await commands.cinemaJson(['media', 'attach', 'kite', PACKAGE]);
});

const srt = (text: string) => `1\n00:00:01,000 --> 00:00:02,000\n${text}\n`;
const aFile = (content: string | Buffer) => {
  const file = join(folder, 'captions.srt');
  writeFileSync(file, content);
  return file;
};
const setFrench = (content: string | Buffer, ...options: string[]) =>
  commands.cinema([
    'media',
    'set-captions',
    'kite',
    '--captions',
    `fr=${aFile(content)}`,
    ...options,
  ]);
async function packageOf(): Promise<{ key: string; path: (name: string) => string }> {
  const { rows } = await server.database.query(
    `select package_key as key from packages join movies using (package_id) where import_ref = 'kite'`,
  );
  const key = String(rows[0]!['key']);
  return { key, path: (name) => join(server.config.mediaDir, 'packages', key, name) };
}
const languages = async () => {
  const { captions } = await commands.cinemaJson('media captions kite');
  return (captions as { language: string }[]).map(({ language }) => language);
};

test('captions are added without another copy of picture and sound, and the package before stays', async () => {
  const before = await packageOf();
  await setFrench(srt('Bonjour'));
  const after = await packageOf();
  expect(after.key).not.toBe(before.key);
  expect(await languages()).toEqual(['en', 'ta', 'fr']);
  expect(readFileSync(after.path('captions/fr.vtt'), 'utf8')).toContain('Bonjour');
  expect(statSync(after.path('poster.jpg')).ino).toBe(statSync(before.path('poster.jpg')).ino);
  expect(JSON.parse(readFileSync(before.path('manifest.json'), 'utf8')).captions).toHaveLength(2);
});

test('corrected captions give the package another key, and the same captions the same key', async () => {
  await setFrench(srt('Bonsoir'));
  const evening = await packageOf();
  expect(readFileSync(evening.path('captions/fr.vtt'), 'utf8')).toContain('Bonsoir');
  await setFrench(srt('Bonjour'));
  const day = await packageOf();
  expect(day.key).not.toBe(evening.key);
  expect(readFileSync(day.path('captions/fr.vtt'), 'utf8')).toContain('Bonjour');
  await setFrench(srt('Bonsoir'));
  expect((await packageOf()).key).toBe(evening.key);
});

test('removed captions can be set again', async () => {
  const before = await packageOf();
  await commands.cinemaJson('media remove-captions kite fr');
  expect(await languages()).toEqual(['en', 'ta']);
  await setFrench(srt('Bonsoir'));
  expect((await packageOf()).key).toBe(before.key);
});

test('what could not be read is named, and a file in an unknown encoding is refused', async () => {
  const { out } = await setFrench(`${srt('Bonjour')}\n2\n00:0O:03,000 --> 00:00:04,000\nlost\n`);
  expect(out).toContain(
    '1 of 2 captions could not be read in the captions of captions.srt (fr), first in line 6.',
  );
  const cyrillic = Buffer.concat([Buffer.from(srt('')), Buffer.from([0xcf, 0xf0, 0xe8, 0xe2])]);
  const { code, err } = await setFrench(cyrillic);
  expect(code).toBe(1);
  expect(err).toContain('captions.srt is neither UTF-8 nor UTF-16');
  expect((await setFrench(cyrillic, '--caption-encoding', 'windows-1251')).code).toBe(0);
  expect(readFileSync((await packageOf()).path('captions/fr.vtt'), 'utf8')).toContain('Прив');
});
