import { DAY } from '#domain/limits.ts';
import { type Card, CARD, MEDIA } from './card.ts';
import type { Place } from './place.ts';
import { cardOrNull, listBackups } from './restore.ts';

/**
 * Takes away what the house made by itself beyond the newest `keep`; gives their ids. What was just `made` stays, also where the
 * clock went back, and so does what somebody made by hand, everything that no card names, and every piece of media that a card
 * which stays names.
 */
export async function dropOld(place: Place, keep: number, made: string): Promise<string[]> {
  const ids = await listBackups(place);
  const cards = (await Promise.all(ids.map((id) => cardOrNull(place, id)))).filter((card) => card !== null);
  const old = cards
    .filter(({ by }) => by === 'schedule')
    .slice(keep)
    .filter(({ id }) => id !== made);
  if (!old.length) return [];
  const kept = cards.filter((card) => !old.includes(card));
  // One whose card cannot be read may need any of them.
  const isAllRead = cards.length === ids.length;
  const media = isAllRead ? mediaOfNone(old, kept) : [];
  // The list is of this place alone, whatever a card says.
  const there = await place.list('');
  for (const { id, parts } of old) {
    // Its card first: what is half taken away is no backup.
    await place.remove(`${id}/${CARD}`);
    for (const { name } of parts) if (name.startsWith(`${id}/`) && there.has(name)) await place.remove(name);
  }
  for (const key of media) if (there.has(key)) await place.remove(key);
  return old.map(({ id }) => id);
}

function mediaOfNone(old: Card[], kept: Card[]): string[] {
  const needed = new Set(kept.flatMap(({ media }) => media.map(({ name }) => name)));
  const all = new Set(old.flatMap(({ media }) => media.map(({ name }) => name)));
  return [...all].filter((name) => !needed.has(name)).map((name) => `${MEDIA}/${name}`);
}

const PIECE = /^(\d{4})(\d\d)(\d\d)T\d{6}Z\/database\.\d{4}$/;
/** Chosen: on the second day after it was begun; before that somebody may still be at it. */
const UNFINISHED = 2 * DAY;

/** Takes away pieces of a dump that never got a card, or lost it, and files that are half there: whoever made them was killed. */
export async function dropUnfinished(place: Place, now: Date): Promise<void> {
  await place.dropHalves(new Date(now.getTime() - UNFINISHED));
  const whole = new Set(await listBackups(place));
  for (const key of (await place.list('')).keys()) {
    const [, year, month, day] = PIECE.exec(key) ?? [];
    const isOld = year !== undefined && now.getTime() - Date.parse(`${year}-${month}-${day}`) > UNFINISHED;
    if (isOld && !whole.has(key.split('/')[0]!)) await place.remove(key);
  }
}
