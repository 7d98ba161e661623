import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const Untold = z.object({
  /** Since when something waits; null when nothing does. */
  since: z.iso.datetime().nullable(),
  /** Everything that the network keeps; `paths` is empty then. */
  all: z.boolean(),
  /** As viewers ask for them, and encoded as links have them: `/v/kite/Ab3`. */
  paths: z.array(z.string()),
});
/** What changed on the site, or left it, and what its delivery network was not told of yet. */
export type Untold = z.infer<typeof Untold>;

export const NOTHING: Untold = { since: null, all: false, paths: [] };

export const untoldFile = (dataDir: string): string => join(dataDir, 'untold.json');

/** What waits to be told, by the data folder; null where nobody knows what the network keeps, such as before its first time. */
export function untoldIn(dataDir: string): Untold | null {
  try {
    return Untold.parse(JSON.parse(readFileSync(untoldFile(dataDir), 'utf8')));
  } catch {
    return null;
  }
}
