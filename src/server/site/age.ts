import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const Card = z.object({ builtAt: z.coerce.date() });

/** Seconds since the release that is served was built; null where none is served from here. */
export async function siteAge(siteDir: string, now: Date): Promise<number | null> {
  const text = await readFile(join(siteDir, '.release.json'), 'utf8').catch(() => null);
  const card = text === null ? null : Card.safeParse(JSON.parse(text));
  return card?.success ? (now.getTime() - card.data.builtAt.getTime()) / 1000 : null;
}
