import type { Config } from '#server/config/config.ts';
import { readConfig } from '#server/config/read-config.ts';
import { laptopSecrets } from '#server/secrets.ts';

export const readSettings = (): Config => readConfig(process.env, laptopSecrets);
