import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from './config/config-error.ts';
import type { Secrets } from './config/secrets.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from './private-files.ts';

/**
 * Reads the secrets from DATA_DIR, and creates them at the first start, so that sessions survive a
 * restart.
 */
export function developmentSecrets(dataDir: string): Secrets {
  const file = join(dataDir, 'secrets.json');
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Secrets;
  } catch (error) {
    if (!['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? ''))
      throw new ConfigError(`The secrets in ${file} cannot be read: ${String(error)}`);
  }
  const secrets: Secrets = {
    tokenSecret: randomBytes(32).toString('hex'),
    otpPepper: randomBytes(32).toString('hex'),
  };
  try {
    mkdirSync(dataDir, { recursive: true, mode: PRIVATE_FOLDER });
    writeFileSync(file, JSON.stringify(secrets), { mode: PRIVATE_FILE, flag: 'wx' });
  } catch (error) {
    throw new ConfigError(
      `The folder ${dataDir} (setting DATA_DIR) cannot be written: ${(error as Error).message}`,
    );
  }
  return secrets;
}
