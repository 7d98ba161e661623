import { z } from 'zod';
import type { Card } from '#server/backup/card.ts';
import { CommandError } from '../../failure.ts';
import { readSettings } from '../settings.ts';
import { doneBy, type Noun } from '../verb.ts';

const { changes } = doneBy(async () => ({
  ...(await import('#server/backup/backup.ts')),
  ...(await import('#server/backup/queries.ts')),
  ...(await import('../storage.ts')),
}));
const { worksHere } = doneBy(async () => ({
  ...(await import('#server/backup/restore.ts')),
  ...(await import('../storage.ts')),
}));

const MB = 1024 * 1024;
const place = z.string().min(1);
const STORAGE =
  'A bucket takes its keys from AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION and AWS_ENDPOINT_URL. PostgreSQL needs pg_dump and pg_restore.';

const lineOf = ({ id, kind, madeAt, media }: Card) =>
  `${id}  ${kind}  ${madeAt.slice(0, 16).replace('T', ' ')} UTC  ${media.length} files`;

export const backup: Noun = {
  name: 'backup',
  about: 'Backs the house up while it is open',
  verbs: [
    changes({
      words: 'make <place>',
      about: 'Backs up the database as it is at one moment, and the media that the place has not yet.',
      more: `${STORAGE} Settings and secrets are not in it: keep those where you keep the others.`,
      input: z.object({ place }),
      examples: ['backup make /srv/backups', 'backup make s3://my-backups/cinema'],
      run: async (desk, { place: typed }, { backup: make, noteBackup, placeOf }) => {
        const to = placeOf(desk, typed);
        const { mediaDir } = desk.deps.config;
        const card = await desk.undertake(
          async (deps) => {
            const value = await make(desk.database, to, { mediaDir, now: deps.now(), tell: desk.say });
            await noteBackup(deps.db, value);
            return { outcome: 'done', said: `${value.id} in ${to.name}`, value };
          },
          async () => null,
        );
        if (!card) return { data: { dryRun: true }, lines: [`Would back up to ${to.name}`] };
        const bytes = card.parts.reduce((sum, part) => sum + part.bytes, 0);
        const said = `Backup ${card.id} is in ${to.name}: database ${(bytes / MB).toFixed(1)} MB, ${card.media.length} files of media`;
        return { data: card, lines: [said] };
      },
    }),
    worksHere({
      words: 'list <place>',
      about: 'Lists the backups of a place, newest first.',
      changes: false,
      input: z.object({ place }),
      examples: ['backup list /srv/backups'],
      run: async (counter, { place: typed }, { listBackups, cardOrNull, placeOf }) => {
        const from = placeOf(counter, typed);
        const ids = await listBackups(from);
        const cards = await Promise.all(ids.map((id) => cardOrNull(from, id)));
        const backups = cards.filter((card) => card !== null);
        const unreadable = ids.filter((_, index) => !cards[index]);
        const lines = cards.map((card, index) => (card ? lineOf(card) : `${ids[index]}  its card cannot be read`));
        return { data: { backups, unreadable }, lines: lines.length ? lines : [`There is none in ${from.name}`] };
      },
    }),
  ],
};

export const restore: Noun = {
  name: 'restore',
  about: 'Brings a backup back',
  verbs: [
    worksHere({
      words: 'restore <place> [backup]',
      about:
        'Brings the newest backup of a place, or the one that is named, into an empty database: DATABASE_URL, MEDIA_DIR.',
      more: `Every piece is compared with what was written before anything is touched. ${STORAGE}`,
      changes: true,
      input: z.object({ place, backup: z.string().optional() }),
      examples: ['restore /srv/backups', 'restore s3://my-backups/cinema 20261121T204500Z'],
      run: async (
        counter,
        { place: typed, backup: named },
        { listBackups, readRestorable, restore: bringBack, placeOf },
      ) => {
        const from = placeOf(counter, typed);
        const id = named ?? (await listBackups(from))[0];
        if (!id) throw new CommandError(`There is no backup in ${from.name}`);
        const { databaseUrl, mediaDir } = readSettings();
        if (counter.isDry)
          return {
            data: { dryRun: true, backup: await readRestorable(from, id) },
            lines: [`Would restore ${id} of ${from.name}`],
          };
        const card = await bringBack(from, id, { databaseUrl, mediaDir, tell: counter.say });
        return { data: card, lines: [`${id} is restored. Start the house, and ask: npm run cinema -- doctor`] };
      },
    }),
  ],
};
