import { z } from 'zod';
import type { BackupManifest } from '#server/backup/manifest.ts';
import { CommandError } from '../../command-error.ts';
import { readSettings } from '../settings.ts';
import { defineCommands, type CommandGroup } from '../command.ts';

const { changeCommand } = defineCommands(async () => ({
  ...(await import('#server/backup/backup.ts')),
  ...(await import('#server/backup/queries.ts')),
  ...(await import('../storage.ts')),
}));
const { clientCommand } = defineCommands(async () => ({
  ...(await import('#server/backup/restore.ts')),
  ...(await import('../storage.ts')),
}));

const MB = 1024 * 1024;
const place = z.string().min(1);
const STORAGE =
  'A bucket needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY; set AWS_REGION and AWS_ENDPOINT_URL for your provider. PostgreSQL needs pg_dump and pg_restore.';

const formatManifest = ({ id, kind, madeAt, media }: BackupManifest) =>
  `${id}  ${kind}  ${madeAt.slice(0, 16).replace('T', ' ')} UTC  ${media.length} files`;

export const backup: CommandGroup = {
  name: 'backup',
  summary: 'Backs up the database and the media; the server may keep running',
  roles: [],
  commands: [
    changeCommand({
      usage: 'make <place>',
      title: 'Make a backup',
      onlyInTerminal: true,
      summary:
        'Backs up the database as it is at one point in time, and the media files that <place> does not have yet.',
      details: `<place> is a folder or s3://bucket/prefix. ${STORAGE} A backup contains no settings and no secrets: store them elsewhere.`,
      input: z.object({ place }),
      examples: ['backup make /srv/backups', 'backup make s3://my-backups/cinema'],
      run: async (context, { place: typed }, { createBackup, recordBackupTime, backupStorageAt }) => {
        const storage = backupStorageAt(context, typed);
        const { mediaDir } = context.deps.config;
        const manifest = await context.runLong(
          async (deps) => {
            const value = await createBackup(context.database, storage, {
              mediaDir,
              now: deps.now(),
              onProgress: context.printProgress,
            });
            await recordBackupTime(deps.db, value);
            return { outcome: 'done', summary: `${value.id} in ${storage.name}`, value };
          },
          async () => null,
        );
        if (!manifest) return { data: { dryRun: true }, lines: [`Would back up to ${storage.name}`] };
        const bytes = manifest.parts.reduce((sum, part) => sum + part.bytes, 0);
        const summary = `Backup ${manifest.id} is in ${storage.name}: database ${(bytes / MB).toFixed(1)} MB, ${manifest.media.length} media files`;
        return { data: manifest, lines: [summary] };
      },
    }),
    clientCommand({
      usage: 'list <place>',
      title: 'List backups',
      onlyInTerminal: true,
      summary: 'Lists the backups in a folder or bucket, newest first.',
      isChange: false,
      input: z.object({ place }),
      examples: ['backup list /srv/backups'],
      run: async (context, { place: typed }, { listBackups, readManifestOrNull, backupStorageAt }) => {
        const storage = backupStorageAt(context, typed);
        const ids = await listBackups(storage);
        const manifests = await Promise.all(ids.map((id) => readManifestOrNull(storage, id)));
        const backups = manifests.filter((manifest) => manifest !== null);
        const unreadable = ids.filter((_, index) => !manifests[index]);
        const lines = manifests.map((manifest, index) =>
          manifest ? formatManifest(manifest) : `${ids[index]}  its manifest cannot be read`,
        );
        return {
          data: { backups, unreadable },
          lines: lines.length ? lines : [`There is no backup in ${storage.name}`],
        };
      },
    }),
  ],
};

export const restore: CommandGroup = {
  name: 'restore',
  summary: 'Restores a backup',
  roles: [],
  commands: [
    clientCommand({
      usage: 'restore <place> [backup]',
      title: 'Restore a backup',
      onlyInTerminal: true,
      summary:
        'Restores the newest backup of <place>, or the named one, into the empty database of DATABASE_URL and into MEDIA_DIR.',
      details: `The database of the backup is verified before anything is changed. ${STORAGE}`,
      isChange: true,
      input: z.object({ place, backup: z.string().optional() }),
      examples: ['restore /srv/backups', 'restore s3://my-backups/cinema 20261121T204500Z'],
      run: async (
        context,
        { place: typed, backup: named },
        { listBackups, readRestorableManifest, restoreBackup, backupStorageAt },
      ) => {
        const storage = backupStorageAt(context, typed);
        const id = named ?? (await listBackups(storage))[0];
        if (!id) throw new CommandError(`There is no backup in ${storage.name}`);
        const { databaseUrl, mediaDir } = readSettings();
        if (context.isDry)
          return {
            data: { dryRun: true, backup: await readRestorableManifest(storage, id) },
            lines: [`Would restore ${id} from ${storage.name}`],
          };
        const manifest = await restoreBackup(storage, id, { databaseUrl, mediaDir, onProgress: context.printProgress });
        return { data: manifest, lines: [`${id} is restored. Start the server, then run: npm run cinema -- doctor`] };
      },
    }),
  ],
};
