import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { pathPattern, routes, shellPath } from '#routes.ts';
import type { BuiltPage, BuiltSite } from '../support/built-site.ts';
import type { Tag } from '../support/html.ts';

const SHELLS = Object.values(routes)
  .filter(({ build }) => build === 'shell')
  .map(({ path }) => ({ pattern: pathPattern(path), file: shellPath(path) }));
/** Attributes that hold one address. */
const SINGLE = ['href', 'src', 'action', 'poster', 'component-url', 'renderer-url', 'before-hydration-url'];
const SHARED = /^(og:(image|video|url)|og:video:secure_url|twitter:image)$/;

const candidates = (set: string) =>
  set
    .split(',')
    .map((each) => each.trim().split(/\s+/)[0]!)
    .filter(Boolean);

function addressesOf({ attributes }: Tag): string[] {
  const single = SINGLE.flatMap((name) => attributes[name] ?? []);
  const sets = ['srcset', 'imagesrcset'].flatMap((name) => candidates(attributes[name] ?? ''));
  const shared = SHARED.test(attributes['property'] ?? attributes['name'] ?? '') ? [attributes['content'] ?? ''] : [];
  return [...single, ...sets, ...shared];
}

/** Everything that leads nowhere: `/movies: /nowhere (no such file)`. */
export function brokenLinks(site: BuiltSite): string[] {
  const pages = new Map(site.pages.map((page) => [page.path, page]));
  const check = memo((address: string) => faultOf(site, pages, address));
  const inPages = site.pages.flatMap((page) =>
    [...new Set(page.tags.flatMap(addressesOf))].map((address) => ({ from: page.path, address })),
  );
  return [...inPages, ...inStyles(site)].flatMap(({ from, address }) => {
    const url = new URL(address, new URL(from.endsWith('/') ? from : `${from}`, site.origin));
    const fault = check(url.href);
    return fault ? [`${from}: ${address} (${fault})`] : [];
  });
}

const inStyles = ({ dir }: BuiltSite) =>
  globSync('**/*.css', { cwd: dir }).flatMap((file) =>
    [...readFileSync(join(dir, file), 'utf8').matchAll(/url\((['"]?)(?!data:)([^)'"]+)\1\)/g)].map(([, , address]) => ({
      from: `/${file}`,
      address: address!,
    })),
  );

function memo<T>(work: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>();
  return (key) => {
    if (!known.has(key)) known.set(key, work(key));
    return known.get(key)!;
  };
}

function faultOf({ dir, mediaDir, origin }: BuiltSite, pages: Map<string, BuiltPage>, address: string): string | null {
  const { origin: theirs, protocol, pathname, hash } = new URL(address);
  if (protocol === 'data:' || protocol === 'mailto:' || protocol === 'tel:') return null;
  if (theirs !== origin) return 'it leads out of the house';
  const path = decodeURIComponent(pathname);
  if (path.startsWith('/media/')) return isFile(join(mediaDir, path.slice('/media'.length))) ? null : 'no such medium';
  if (extname(path)) return isFile(join(dir, path)) ? null : 'no such file';
  const shell = SHELLS.find(({ pattern }) => pattern.test(pathname))?.file;
  const page = pages.get(path.replace(/(?<=.)\/$/, '')) ?? (shell && pages.get(shell.replace(/\/$/, '')));
  if (!page) return 'no such page';
  const id = decodeURIComponent(hash.slice(1));
  return !id || page.tags.some(({ attributes }) => attributes['id'] === id) ? null : 'no such place on that page';
}

const isFile = (path: string) => existsSync(path) && statSync(path).isFile();
