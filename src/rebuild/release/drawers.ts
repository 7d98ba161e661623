import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { drawerOf, FILMS_FOLDER } from '#domain/film-file.ts';
import type { DrawnFilm } from '../render/task.ts';
import { drawerDir } from './folders.ts';

const INDEX = '.index.json';

type FiledFilm = Omit<DrawnFilm, 'file'>;
/** What stands in a drawer: each film's id, the name in its address, and its page's digest, by its key. */
export type DrawerIndex = Record<string, Omit<FiledFilm, 'key'>>;
/** Each drawer's version: the release that filled it last. */
export type Drawers = Record<string, string>;

export interface Filing {
  dataDir: string;
  /** The release that is being made: its folder, and the name that new drawers get. */
  outDir: string;
  id: string;
  /** The drawers of the release before. */
  before: Drawers;
  drawn: DrawnFilm[];
  /** Keys of films that are shown no more. */
  gone: string[];
}

export interface Filed {
  drawers: Drawers;
  /** Films whose page is another one than before, and those that have none any more (or under another address). */
  written: DrawnFilm[];
  taken: FiledFilm[];
  /** By how many films there are more than before. */
  more: number;
}

/**
 * Files pages of films into drawers. A drawer without a change is taken over as it is, by its name; one with a change is made
 * anew beside the old one, from links to the pages that stay. So the cost follows the change, and no release sees another's.
 */
export function fileFilms({ dataDir, outDir, id, before, drawn, gone }: Filing): Filed {
  const nameOf = foldsNames(outDir) ? (key: string) => drawerOf(key).toLowerCase() : drawerOf;
  const incoming = Map.groupBy(drawn, ({ key }) => nameOf(key));
  const leaving = Map.groupBy(gone, nameOf);
  const filed: Filed = { drawers: { ...before }, written: [], taken: [], more: 0 };
  for (const drawer of new Set([...incoming.keys(), ...leaving.keys()])) {
    const old = before[drawer] === undefined ? null : drawerDir(dataDir, drawer, before[drawer]);
    const change = changeOf(old ? indexOf(old) : {}, incoming.get(drawer) ?? [], leaving.get(drawer) ?? []);
    filed.written.push(...change.written);
    filed.taken.push(...change.taken);
    filed.more += Object.keys(change.index).length - change.size;
    if (change.written.length + change.taken.length === 0) continue;
    delete filed.drawers[drawer];
    if (Object.keys(change.index).length === 0) continue;
    fill(drawerDir(dataDir, drawer, id), old, change);
    filed.drawers[drawer] = id;
  }
  hang(filed.drawers, { dataDir, outDir });
  return filed;
}

export const indexOf = (dir: string): DrawerIndex => JSON.parse(readFileSync(join(dir, INDEX), 'utf8')) as DrawerIndex;

interface Change extends Pick<Filed, 'written' | 'taken'> {
  index: DrawerIndex;
  /** How many films were in it before. */
  size: number;
}

function changeOf(old: DrawerIndex, drawn: DrawnFilm[], gone: string[]): Change {
  const index = { ...old };
  const change: Change = { index, written: [], taken: [], size: Object.keys(old).length };
  for (const film of drawn) {
    const { key, file: _, ...entry } = film;
    const known = old[key];
    if (known && known.slug !== entry.slug) change.taken.push({ key, ...known });
    if (known?.digest !== entry.digest || known.slug !== entry.slug) change.written.push(film);
    index[key] = entry;
  }
  for (const key of gone) {
    if (index[key]) change.taken.push({ key, ...index[key] });
    delete index[key];
  }
  return { ...change, written: change.written.filter(({ key }) => index[key]) };
}

function fill(dir: string, old: string | null, { index, written }: Change) {
  // A rebuild that was killed may have begun it under the same name.
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  const fresh = new Map(written.map(({ key, file }) => [key, file]));
  for (const key of Object.keys(index)) {
    const page = `${key}.html`;
    const drawn = fresh.get(key);
    if (drawn) renameSync(drawn, join(dir, page));
    else linkSync(join(old!, page), join(dir, page));
  }
  // In the order of the keys, so that the same films make the same bytes.
  const sorted = Object.fromEntries(Object.entries(index).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(join(dir, INDEX), JSON.stringify(sorted));
}

/** Hangs the drawers into a release: what a host finds at `/films/b3/`. */
function hang(drawers: Drawers, { dataDir, outDir }: { dataDir: string; outDir: string }) {
  const films = join(outDir, FILMS_FOLDER);
  mkdirSync(films, { recursive: true });
  for (const [drawer, version] of Object.entries(drawers))
    symlinkSync(relative(films, drawerDir(dataDir, drawer, version)), join(films, drawer));
}

/** Whether this disk takes `AB` and `ab` for one name. */
function foldsNames(dir: string): boolean {
  const probe = join(dir, '.Probe');
  writeFileSync(probe, '');
  const folds = existsSync(join(dir, '.probe'));
  rmSync(probe);
  return folds;
}
