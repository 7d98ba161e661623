import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** What an upload has begun and ended, line by line, so that one that is killed is gone on with. */
export interface Journal {
  isEmpty: () => boolean;
  /** What uploads of the releases that `isMeant` picks have begun to send. */
  begunBy: (isMeant: (id: string) => boolean) => Set<string>;
  /** What lies there as this release has it. */
  doneBy: (id: string) => Set<string>;
  of: (id: string) => { begin: (path: string) => void; end: (path: string) => void };
  clear: () => void;
}

type Line = [mark: 'begun' | 'done', release: string, path: string];

export function openJournal(dataDir: string): Journal {
  const file = join(dataDir, 'publishing.log');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').flatMap(lineOf) : [];
  const write = (...line: Line) => appendFileSync(file, `${JSON.stringify(line)}\n`);
  return {
    isEmpty: () => lines.length === 0,
    begunBy: (isMeant) => new Set(lines.filter(([, id]) => isMeant(id)).map(([, , path]) => path)),
    doneBy: (id) => {
      // The last word about a path holds: another release may have written over it since.
      const last = new Map(lines.map(([mark, release, path]) => [path, mark === 'done' && release === id]));
      return new Set([...last].flatMap(([path, isDone]) => (isDone ? [path] : [])));
    },
    of: (id) => ({ begin: (path) => write('begun', id, path), end: (path) => write('done', id, path) }),
    clear: () => rmSync(file, { force: true }),
  };
}

/** A line that was cut off by a kill tells nothing. */
function lineOf(text: string): Line[] {
  try {
    return [JSON.parse(text) as Line];
  } catch {
    return [];
  }
}
