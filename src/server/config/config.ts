import type { readConfig } from './read-config.ts';

export type Config = ReturnType<typeof readConfig>;

export const isHttps = ({ origin }: Pick<Config, 'origin'>): boolean => origin.startsWith('https:');
