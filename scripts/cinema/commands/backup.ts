import { z } from 'zod';
import { withoutUndefined } from '#domain/without-undefined.ts';
import { backupBytes, BACKUP_ID, type BackupManifest } from '#server/backup/manifest.ts';
import { CommandError } from '../../command-error.ts';
import { column, toColumns } from '../columns.ts';
import { detailsResult, facts as factsPart } from '../results.ts';
import { readSettings } from '../settings.ts';
import { defineCommands, type CommandGroup } from '../command.ts';

const { changeCommand, readCommand } = defineCommands(async () => ({
  ...(await import('#server/backup/backup.ts')),
  ...(await import('#server/backup/queries.ts')),
  ...(await import('#server/backup/test-restore.ts')),
  ...(await import('../storage.ts')),
}));
const { clientCommand } = defineCommands(async () => ({
  ...(await import('#server/backup/restore.ts')),
  ...(await import('../storage.ts')),
}));

const MB = 1024 * 1024;
const toMB = (bytes: number) => Math.round((bytes / MB) * 10) / 10;
const place = z.string().min(1);
const backupId = z
  .string()
  .regex(BACKUP_ID, 'must be a backup of the list, for example 20261121T204500Z');
const STORAGE =
  'A bucket needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY; set AWS_REGION and AWS_ENDPOINT_URL for your provider. PostgreSQL needs pg_dump and pg_restore.';
const PLACE = `<place> is a folder or s3://bucket/prefix; default BACKUP_TO. ${STORAGE}`;

const formatManifest = ({ id, kind, madeAt, media }: BackupManifest) =>
  `${id}  ${kind}  ${madeAt.slice(0, 16).replace('T', ' ')} UTC  ${media.length} files`;

function factsOf(manifest: BackupManifest) {
  const bytes = backupBytes(manifest);
  return {
    backup: manifest.id,
    madeAt: new Date(manifest.madeAt),
    madeBy: manifest.by,
    kind: manifest.kind,
    databaseMB: toMB(bytes.database),
    mediaFiles: manifest.media.length,
    mediaMB: toMB(bytes.media),
  };
}
const COLUMNS = {
  backup: column.code('backup'),
  madeAt: column.instant('made at'),
  madeBy: column.text('made by'),
  kind: column.text('kind of database'),
  databaseMB: column.number('database MB'),
  mediaFiles: column.count('media files'),
  mediaMB: column.number('media MB'),
};

export const backup: CommandGroup = {
  name: 'backup',
  summary: 'Backs up the database and the media; the server may keep running',
  roles: [],
  commands: [
    clientCommand({
      usage: 'list [place]',
      title: 'List backups',
      onlyInTerminal: ['place'],
      summary: 'Lists the backups, newest first.',
      terminalDetails: PLACE,
      isChange: false,
      input: z.object({ place: place.optional() }),
      examples: ['backup list', 'backup list /srv/backups'],
      run: async (
        context,
        { place: typed },
        { listBackups, readManifestOrNull, backupStorageAt },
      ) => {
        const storage = backupStorageAt(context, typed);
        const ids = await listBackups(storage);
        const manifests = await Promise.all(ids.map((id) => readManifestOrNull(storage, id)));
        const backups = manifests.filter((manifest) => manifest !== null);
        const unreadable = ids.filter((_, index) => !manifests[index]);
        const lines = manifests.map((manifest, index) =>
          manifest ? formatManifest(manifest) : `${ids[index]}  its manifest cannot be read`,
        );
        return {
          view: 'list',
          data: { backups, unreadable },
          shown: withoutUndefined({
            backups: backups.map(factsOf),
            unreadable: unreadable.length > 0 ? unreadable : undefined,
          }),
          tables: { backups: toColumns(COLUMNS) },
          report: lines.length ? lines : [`There is no backup in ${storage.name}`],
        };
      },
    }),
    clientCommand({
      usage: 'show <backup> [place]',
      title: 'Show a backup',
      onlyInTerminal: ['place'],
      summary: 'Shows when and how a backup was made, and its size.',
      terminalDetails: PLACE,
      isChange: false,
      input: z.object({ backup: backupId, place: place.optional() }),
      examples: ['backup show 20261121T204500Z', 'backup show 20261121T204500Z /srv/backups'],
      run: async (context, { backup: id, place: typed }, { readManifest, backupStorageAt }) => {
        const facts = factsOf(await readManifest(backupStorageAt(context, typed), id));
        return { view: 'backup', data: facts, report: [factsPart(facts)] };
      },
    }),
    changeCommand({
      usage: 'make [place]',
      title: 'Make a backup',
      onlyInTerminal: ['place'],
      isLong: true,
      summary:
        'Backs up the database as it is at one point in time, and the media files that the earlier backups do not have.',
      details: 'A backup contains no settings and no secrets: store them elsewhere.',
      terminalDetails: PLACE,
      input: z.object({ place: place.optional() }),
      examples: ['backup make', 'backup make /srv/backups', 'backup make s3://my-backups/cinema'],
      run: async (
        context,
        { place: typed },
        { createBackup, recordBackupTime, backupStorageAt },
      ) => {
        const storage = backupStorageAt(context, typed);
        const { mediaDir } = context.deps.config;
        const manifest = await context.runLong(
          async (deps) => {
            const value = await createBackup(context.database, storage, {
              mediaDir,
              now: deps.now(),
              onProgress: context.printProgress,
              signal: context.io.signal,
            });
            await recordBackupTime(deps.db, value);
            return { outcome: 'done', summary: `${value.id} in ${storage.name}`, value };
          },
          async () => null,
        );
        if (!manifest) return detailsResult({ dryRun: true }, [`Would back up to ${storage.name}`]);
        const summary = `Backup ${manifest.id} is in ${storage.name}: database ${toMB(backupBytes(manifest).database).toFixed(1)} MB, ${manifest.media.length} media files`;
        return { view: 'details', data: manifest, shown: factsOf(manifest), report: [summary] };
      },
    }),
    readCommand({
      usage: 'test <backup> [place]',
      title: 'Test a restore',
      onlyInTerminal: ['place'],
      isLong: true,
      summary:
        'Checks that a backup can be restored: restores its database into a temporary database, counts its contents and deletes it.',
      details:
        'The server’s own database and media stay as they are. The temporary database needs as much space as the database. With PostgreSQL, the database user needs the right to create databases.',
      terminalDetails: PLACE,
      input: z.object({ backup: backupId, place: place.optional() }),
      examples: ['backup test 20261121T204500Z', 'backup test 20261121T204500Z /srv/backups'],
      run: async (context, { backup: id, place: typed }, { testRestore, backupStorageAt }) => {
        const storage = backupStorageAt(context, typed);
        const { manifest, contents, seconds } = await context.runLong(
          async ({ config }) => {
            const { printProgress: onProgress, io } = context;
            const value = await testRestore(config, storage, id, { onProgress, signal: io.signal });
            return { outcome: 'done', summary: `${id} can be restored: ${value.seconds} s`, value };
          },
          () =>
            Promise.reject(
              new CommandError('A test of a restore changes nothing, so it has no dry run.'),
            ),
        );
        const facts = { ...factsOf(manifest), ...contents, seconds };
        return detailsResult(facts, [`Backup ${id} can be restored.`, factsPart(facts)]);
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
          return detailsResult(
            { dryRun: true, backup: await readRestorableManifest(storage, id) },
            [`Would restore ${id} from ${storage.name}`],
          );
        const manifest = await restoreBackup(storage, id, {
          databaseUrl,
          mediaDir,
          onProgress: context.printProgress,
        });
        return detailsResult(manifest, [
          `${id} is restored. Start the server, then run: npm run cinema -- doctor`,
        ]);
      },
    }),
  ],
};
