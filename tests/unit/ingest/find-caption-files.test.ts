import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { chooseCaptionFiles } from '#server/ports/media/ingest/captions/find-caption-files.ts';

/** Returns `language name` of the used files, and `reason name` of the other ones. */
async function choose(film: string, names: string[], explicit: string[] = []) {
  const folder = await mkdtemp(join(tmpdir(), 'captions-'));
  for (const name of [film, ...names]) await writeFile(join(folder, name), '');
  const given = explicit.map((language) => ({ language, file: '/given.srt' }));
  const { files, findings } = await chooseCaptionFiles(join(folder, film), given);
  await rm(folder, { recursive: true });
  const notUsed = findings.flatMap(({ code, values }) =>
    code === 'captions-not-used' ? [`${values.reason} ${values.file}`] : [],
  );
  return { used: files.map(({ language, file }) => `${language} ${basename(file)}`), notUsed };
}

test.each([
  ['film.ta.srt', 'ta'],
  ['film.tam.vtt', 'ta'],
  ['film.pt-BR.srt', 'pt-BR'],
  ['film.pt_BR.srt', 'pt-BR'],
  ['film.zh-Hans.vtt', 'zh-Hans'],
  ['film.english.srt', 'en'],
  ['film.Français.srt', 'fr'],
  ['film_de.srt', 'de'],
  ['film-de.SRT', 'de'],
  ['film (Deutsch).srt', 'de'],
  ['FILM.fr.srt', 'fr'],
  ['film.en.sdh.srt', 'en'],
  ['film.en.hi.srt', 'en'],
  ['film.hi.srt', 'hi'],
  ['film.default.en.srt', 'en'],
  ['film.es.ass', 'es'],
  ['film.es.sbv', 'es'],
])('%s is used', async (name, language) => {
  expect(await choose('film.mkv', [name])).toEqual({ used: [`${language} ${name}`], notUsed: [] });
});

test.each([
  ['film.srt', 'no-language'],
  ['film.sdh.srt', 'no-language'],
  ['film.en.forced.srt', 'forced'],
  ['film.2019.en.srt', 'unknown-name'],
  ['film.final.srt', 'unknown-name'],
  ['film.en.ttml', 'format'],
  ['film.en.sub', 'format'],
])('%s is named as not used: %s', async (name, reason) => {
  expect(await choose('film.mkv', [name])).toEqual({ used: [], notUsed: [`${reason} ${name}`] });
});

test('accents may be characters of their own', async () => {
  const name = 'año.en.srt'.normalize('NFD');
  expect(await choose('año.mkv'.normalize('NFC'), [name])).toEqual({
    used: [`en ${name}`],
    notUsed: [],
  });
});

test('captions for everyone come before those for viewers who do not hear, and given files before both', async () => {
  const names = ['film.en.sdh.srt', 'film.en.srt', 'film.english.vtt'];
  const plain = {
    used: ['en film.en.srt'],
    notUsed: ['second film.english.vtt', 'second film.en.sdh.srt'],
  };
  expect(await choose('film.mkv', names)).toEqual(plain);
  expect((await choose('film.mkv', names, ['en'])).used).toEqual(['en given.srt']);
});

test('files of another film are not named', async () => {
  const names = ['film-2.mkv', 'film-2.en.srt', 'films.en.srt', 'other.srt', 'film.txt'];
  expect(await choose('film.mkv', names)).toEqual({ used: [], notUsed: [] });
});
