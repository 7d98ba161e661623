import type { Config } from '#server/config/config.ts';
import { readConfig } from '#server/config/read-config.ts';
import { developmentSecrets } from '#server/development-secrets.ts';

export const readSettings = (): Config => readConfig(process.env, developmentSecrets);
