import { resolve } from 'node:path';
import type { Environment } from './environment.ts';

interface BackupSettings {
  to: string;
  /** `03:30`, in the cinema's time zone. */
  at: string;
  keep: number;
}

export const backupSettings = ({
  BACKUP_TO: to,
  BACKUP_AT: at,
  BACKUP_KEEP: keep,
}: Environment): BackupSettings | null => (to ? { to: resolveTarget(to), at, keep } : null);

const resolveTarget = (target: string) => (target.startsWith('s3:') ? target : resolve(target));
