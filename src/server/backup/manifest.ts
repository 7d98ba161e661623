import { z } from 'zod';

export class BackupError extends Error {}

/** `20261121T204500Z` */
export const BACKUP_ID = /^\d{8}T\d{6}Z$/;
/** A damaged manifest must not name files outside the storage. */
const RelativePath = z
  .string()
  .refine((path) => !path.startsWith('/') && !path.split(/[/\\]/).includes('..'));

/** Describes a backup. It is written last, so a backup with a manifest is complete. */
export const BackupManifest = z.object({
  /** Also the name of the folder. */
  id: z.string().regex(BACKUP_ID),
  madeAt: z.iso.datetime(),
  /** Why it was made. `hand`: made by the operator, never deleted by the server. */
  by: z.enum(['hand', 'schedule']).default('hand'),
  /** A backup can only be restored to the same kind of database. */
  kind: z.enum(['pglite', 'postgres']),
  /** Hash of the last migration. */
  migration: z.string(),
  /** Absent in backups from before migration 0012_schema_version. */
  schema: z.object({ number: z.int(), compatibleSince: z.int() }).optional(),
  parts: z.array(z.object({ name: RelativePath, bytes: z.number(), sha256: z.string() })).min(1),
  /** Media files never change, so all backups in a storage share them. */
  media: z.array(z.object({ name: RelativePath, bytes: z.number() })),
});
export type BackupManifest = z.infer<typeof BackupManifest>;

/** The manifests of existing backups have this name. */
export const MANIFEST_FILE = 'card.json';
export const MEDIA_FOLDER = 'media';

const bytesOf = (files: { bytes: number }[]) => files.reduce((sum, { bytes }) => sum + bytes, 0);
export const backupBytes = ({ parts, media }: BackupManifest) => ({
  database: bytesOf(parts),
  media: bytesOf(media),
});
