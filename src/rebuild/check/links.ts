import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { bookingCalendarFile } from '#contract/booking.ts';
import { drawnCardFile } from '#contract/catalogue.ts';
import { filmFile } from '#domain/film-file.ts';
import { matchRoute, pathPattern, routes, shellPath } from '#routes.ts';
import type { Tag } from './html.ts';

/** A page as it is looked through. */
export interface CheckedPage {
  /** As links write it, decoded: `/movies`, `/v/kite/Ab3`. */
  path: string;
  tags: Tag[];
}

export interface Checked {
  /** The release's folder. */
  dir: string;
  /** Where pictures and trailers lie; without it they are not looked for. */
  mediaDir?: string | undefined;
  /** What absolute links begin with. */
  origin: string;
  /** The other origins that pictures and films come from: what is there is not looked for. */
  mediaOrigins?: string[] | undefined;
  /** Addresses outside the site that the operator named for the footer. */
  operatorLinks?: string[] | undefined;
  pages: CheckedPage[];
}

export interface BrokenLink {
  from: string;
  address: string;
  why: string;
  /** Where it leads to, decoded. */
  path: string;
}

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

/** Everything on these pages, and in the release's style sheets, that leads nowhere. */
export function brokenLinks(site: Checked): BrokenLink[] {
  const pages = new Map(site.pages.map((page) => [page.path, page]));
  const known = new Map<string, string | null>();
  const fault = (address: string) => {
    if (!known.has(address)) known.set(address, faultOf(site, pages, address));
    return known.get(address)!;
  };
  const inPages = site.pages.flatMap((page) =>
    [...new Set(page.tags.flatMap(addressesOf))].map((address) => ({ from: page.path, address })),
  );
  return [...inPages, ...inStyles(site)].flatMap(({ from, address }) => {
    const url = new URL(address, new URL(from, site.origin));
    const why = fault(url.href);
    return why ? [{ from, address, why, path: decodeURIComponent(url.pathname) }] : [];
  });
}

const inStyles = ({ dir }: Checked) =>
  globSync('{_astro,styles}/**/*.css', { cwd: dir }).flatMap((file) =>
    [...readFileSync(join(dir, file), 'utf8').matchAll(/url\((['"]?)(?!data:)([^)'"]+)\1\)/g)].map(([, , address]) => ({
      from: `/${file}`,
      address: address!,
    })),
  );

// The API answers it, on this origin or, where it runs apart, on another.
const ANSWERED_FILES = [bookingCalendarFile, drawnCardFile].map(
  ({ path }) => new RegExp(`${path.replaceAll('.', '\\.').replace(':id', '\\d+')}$`),
);

function faultOf(
  { dir, mediaDir, origin, mediaOrigins, operatorLinks }: Checked,
  pages: Map<string, CheckedPage>,
  address: string,
): string | null {
  const { origin: theirs, protocol, pathname, hash } = new URL(address);
  if (protocol === 'data:' || protocol === 'mailto:' || protocol === 'tel:') return null;
  if (theirs !== origin && mediaOrigins?.includes(theirs)) return null;
  if (ANSWERED_FILES.some((file) => file.test(pathname))) return null;
  if (operatorLinks?.some((link) => new URL(link, origin).href === address)) return null;
  if (theirs !== origin) return 'it leads out of the house';
  const path = decodeURIComponent(pathname);
  if (path.startsWith('/media/'))
    return !mediaDir || isFile(join(mediaDir, path.slice('/media'.length))) ? null : 'no such medium';
  if (extname(path)) return isFile(join(dir, path)) ? null : 'no such file';
  const shell = SHELLS.find(({ pattern }) => pattern.test(pathname))?.file.replace(/\/$/, '');
  const at = path.replace(/(?<=.)\/$/, '');
  const page = pages.get(at) ?? (shell ? pages.get(shell) : undefined);
  if (!page && !isFile(join(dir, fileOf(at))) && !(shell && isFile(join(dir, shell, 'index.html'))))
    return 'no such page';
  const id = decodeURIComponent(hash.slice(1));
  return !id || !page || page.tags.some(({ attributes }) => attributes['id'] === id)
    ? null
    : 'no such place on that page';
}

/** The file of a page: films lie in drawers, all others at their own address. */
function fileOf(path: string): string {
  const key = matchRoute('publicMovie', encodeURI(path))?.['movie_id'];
  return (key && key !== '_' ? filmFile(key) : null) ?? join(path, 'index.html');
}

const isFile = (path: string) => existsSync(path) && statSync(path).isFile();
