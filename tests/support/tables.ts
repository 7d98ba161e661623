import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { PROJECT } from './project.ts';

const files = globSync('src/server/db/schema/*.ts', { cwd: PROJECT });
const domains = await Promise.all(
  files.map(
    (file) => import(pathToFileURL(join(PROJECT, file)).href) as Promise<Record<string, unknown>>,
  ),
);

export const tables = Object.fromEntries(
  domains
    .flatMap((domain) => Object.entries(domain))
    .filter((entry): entry is [string, PgTable] => is(entry[1], PgTable)),
);
