import { resolve } from 'node:path';
import type { Environment } from './environment.ts';

/** Where the house backs itself up, when (`03:30`, by the house's clock), and how many of those backups it keeps. */
export interface BackupSettings {
  to: string;
  at: string;
  keep: number;
}

export const backupOf = ({ BACKUP_TO: to, BACKUP_AT: at, BACKUP_KEEP: keep }: Environment): BackupSettings | null =>
  to ? { to: placeTyped(to), at, keep } : null;

/** A folder as it is whatever the folder one stands in; a bucket's address as it was typed. */
const placeTyped = (typed: string) => (typed.startsWith('s3:') ? typed : resolve(typed));
