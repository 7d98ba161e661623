import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY, MINUTE } from '#domain/limits.ts';
import { z } from 'zod';
import { type Check, ill, look, well } from './finding.ts';
import { changesSince } from './queries.ts';

const Card = z.object({ builtAt: z.coerce.date(), cursor: z.coerce.number() });
const LATE = 15 * MINUTE;

export const siteIsFresh: Check = async ({ db, config: { siteDir }, now }) => {
  const remedy = 'npm run cinema -- rebuild says what keeps it.';
  const text = await readFile(join(siteDir, '.release.json'), 'utf8').catch(() => null);
  const card = text === null ? null : Card.safeParse(JSON.parse(text));
  if (!card?.success) return look('site', `There is no site in ${siteDir}`, `If it is served from here: ${remedy}`);
  const age = now().getTime() - card.data.builtAt.getTime();
  const { count } = await changesSince(db, card.data.cursor);
  if (count && age > LATE)
    return ill('site', `${count} films have changed, and the site is ${Math.round(age / MINUTE)} minutes old`, remedy);
  if (age > 2 * DAY) return look('site', `The site was built ${Math.round(age / DAY)} days ago`, remedy);
  return well('site', 'The site shows the catalogue as it is');
};
