import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { drawerOf, FILMS_FOLDER } from '#domain/film-file.ts';
import type { DrawnFilm } from '../render/task.ts';
import { drawerDir, drawersIn } from './folders.ts';

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
  /** The drawers of the release before, which hang in it already. */
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
  /** The drawers that were made anew, and the new files in them. */
  fresh: string[];
}

/**
 * Files pages of films into drawers. A drawer without a change is taken over as it is, by its name; one with a change is made
 * anew beside the old one, from links to the pages that stay. So the cost follows the change, and no release sees another's.
 */
export function fileFilms(filing: Filing): Filed {
  const { dataDir, outDir, id, before, drawn, gone } = filing;
  const nameOf = foldsNames(outDir) ? (key: string) => drawerOf(key).toLowerCase() : drawerOf;
  const incoming = Map.groupBy(drawn, ({ key }) => nameOf(key));
  const leaving = Map.groupBy(gone, nameOf);
  const filed: Filed = { drawers: { ...before }, written: [], taken: [], more: 0, fresh: [] };
  for (const drawer of new Set([...incoming.keys(), ...leaving.keys()])) {
    const old = before[drawer] === undefined ? null : drawerDir(dataDir, drawer, before[drawer]);
    const change = changeOf(old ? indexOf(old) : {}, incoming.get(drawer) ?? [], leaving.get(drawer) ?? []);
    filed.written.push(...change.written);
    filed.taken.push(...change.taken);
    filed.more += Object.keys(change.index).length - change.size;
    if (change.written.length + change.taken.length === 0) continue;
    delete filed.drawers[drawer];
    if (Object.keys(change.index).length === 0) continue;
    filed.fresh.push(...fill(drawerDir(dataDir, drawer, id), old, change));
    filed.drawers[drawer] = id;
  }
  hang(filed.drawers, filing);
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

/** Gives what is new in it, itself last. */
function fill(dir: string, old: string | null, { index, written }: Change): string[] {
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
  return [...written.map(({ key }) => join(dir, `${key}.html`)), join(dir, INDEX), dir];
}

const AT_ONCE = 200;

/**
 * Hangs the drawers of the release before into a new one, which takes them over until it has others: what a host finds at
 * `/films/b3/`. They are the same links under a second name: where thousands go with an old release, ext4 is slow to make as
 * many new ones. Room between them is for the house, which may be in this process.
 */
export async function hangAsBefore(outDir: string, previousDir: string): Promise<void> {
  const [from, to] = [join(previousDir, FILMS_FOLDER), join(outDir, FILMS_FOLDER)];
  mkdirSync(to, { recursive: true });
  for (const [index, drawer] of readdirSync(from).entries()) {
    linkAgain(`${from}/${drawer}`, `${to}/${drawer}`);
    if (index % AT_ONCE === 0) await setImmediate();
  }
}

function linkAgain(from: string, to: string) {
  try {
    linkSync(from, to);
  } catch {
    // Some systems give no link a second name, but what it leads to: and a folder cannot have one.
    symlinkSync(readlinkSync(from), to);
  }
}

/** Hangs the drawers that are others than in the release before. */
function hang(drawers: Drawers, { dataDir, outDir, before }: Filing) {
  const films = join(outDir, FILMS_FOLDER);
  mkdirSync(films, { recursive: true });
  const toDrawers = relative(films, drawersIn(dataDir));
  for (const drawer of new Set([...Object.keys(before), ...Object.keys(drawers)])) {
    const version = drawers[drawer];
    if (version === before[drawer]) continue;
    rmSync(`${films}/${drawer}`, { force: true });
    if (version !== undefined) symlinkSync(`${toDrawers}/${drawer}/${version}`, `${films}/${drawer}`);
  }
}

/** Whether this disk takes `AB` and `ab` for one name. */
function foldsNames(dir: string): boolean {
  const probe = join(dir, '.Probe');
  writeFileSync(probe, '');
  const folds = existsSync(join(dir, '.probe'));
  rmSync(probe);
  return folds;
}
