import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SETTING_NAMES } from '#server/config/environment.ts';
import { PROJECT } from './project.ts';

/** The settings of the build are declared for Astro. */
const BUILD_SETTINGS =
  readFileSync(join(PROJECT, 'src/env.d.ts'), 'utf8').match(/PUBLIC_\w+/g) ?? [];

export const ALL_SETTINGS = [...new Set([...SETTING_NAMES, ...BUILD_SETTINGS])].toSorted();
