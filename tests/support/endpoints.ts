import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { Endpoint } from '#contract/endpoint.ts';
import { PROJECT } from './project.ts';

// Not `import.meta.glob`, which only Vitest has.
const modules: Record<string, unknown>[] = await Promise.all(
  globSync('src/contract/*.ts', { cwd: PROJECT }).map(
    (path) => import(/* @vite-ignore */ join(PROJECT, path)),
  ),
);

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'service' in value && 'path' in value;

export const namedEndpoints: [name: string, endpoint: Endpoint][] = modules.flatMap((each) =>
  Object.entries(each).filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1])),
);
export const endpoints = namedEndpoints.map(([, endpoint]) => endpoint);

type Values = Record<string, string | number>;

/** The path and query of an endpoint, from `/api` on. Path parameters that are not given become 1. */
export function urlOf(
  { service, path }: Endpoint,
  params: Values = {},
  query: Values = {},
): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => String(params[name] ?? 1));
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, String(value)]),
  ).toString();
  return `/api/${service}${filled}${search && `?${search}`}`;
}
