import { z } from 'zod';

/** A backup cannot be made or read; the message is for the operator. */
export class BackupError extends Error {}

/** What a backup is; written last, so that whatever has a card is whole. */
export const Card = z.object({
  /** `20261121T204500Z`; also its folder. */
  id: z.string().regex(/^\d{8}T\d{6}Z$/),
  madeAt: z.iso.datetime(),
  /** What the house makes by itself it also takes away; what somebody asked for stays. */
  by: z.enum(['hand', 'schedule']).default('hand'),
  /** Embedded databases are restored as embedded ones, PostgreSQL's by `pg_restore`. */
  kind: z.enum(['pglite', 'postgres']),
  /** The tables' last change; an older one is brought up to date when it is opened. */
  migration: z.string(),
  /** Absent in a backup of a release before 0012_schema_version. */
  schema: z.object({ number: z.int(), compatibleSince: z.int() }).optional(),
  /** The database's dump in pieces, in their order. */
  parts: z.array(z.object({ name: z.string(), bytes: z.number(), sha256: z.string() })).min(1),
  /** Pictures, trailers and packages that belong to it; they never change, so all backups of a place share them. */
  media: z.array(z.object({ name: z.string(), bytes: z.number() })),
});
export type Card = z.infer<typeof Card>;

export const CARD = 'card.json';
export const MEDIA = 'media';
