import { resolve } from 'node:path';
import type { Environment } from './environment.ts';

interface BackupSettings {
  to: string;
  /** `03:30`, in the cinema's time zone. */
  at: string;
  keepCount: number;
}

export const backupSettings = ({
  BACKUP_TO: to,
  BACKUP_AT: at,
  BACKUP_KEEP: keepCount,
}: Environment): BackupSettings | null => (to ? { to: resolveTarget(to), at, keepCount } : null);

const resolveTarget = (target: string) => (target.startsWith('s3:') ? target : resolve(target));
