import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { bookingOpeningCalendarFile } from '#contract/booking.ts';
import { drawnCardFile } from '#contract/catalogue.ts';
import { filmPagePath } from '#domain/film-page-path.ts';
import { matchRoute, pathPattern, routes, shellPath } from '#routes.ts';
import { HASHED_FOLDER } from '../release/folders.ts';
import { ISLAND } from '../render/astro-internals.ts';
import type { Tag } from './html.ts';

interface CheckedPage {
  /** Decoded URL path: `/movies`, `/v/kite/Ab3`. */
  path: string;
  tags: Tag[];
}

interface LinkCheck {
  dir: string;
  /** The folder of pictures and trailers; without it, media links are not checked. */
  mediaDir?: string | undefined;
  origin: string;
  /** Other origins of pictures and films; links to them are not checked. */
  mediaOrigins?: string[] | undefined;
  /** External URLs that the operator configured for the footer. */
  operatorLinks?: string[] | undefined;
  pages: CheckedPage[];
}

export interface BrokenLink {
  from: string;
  address: string;
  problem: string;
  /** The decoded path of the link's target. */
  path: string;
}

const SHELLS = Object.values(routes)
  .filter(({ build }) => build === 'shell')
  .map(({ path }) => ({ pattern: pathPattern(path), file: shellPath(path) }));
const URL_ATTRIBUTES = ['href', 'src', 'action', 'poster', ...ISLAND.urls];
const SHARE_META = /^(og:(image|video|url)|og:video:secure_url|twitter:image)$/;

const srcsetUrls = (srcset: string) =>
  srcset
    .split(',')
    .map((candidate) => candidate.trim().replace(/\s.*/s, ''))
    .filter(Boolean);

function addressesOf({ attributes }: Tag): string[] {
  const single = URL_ATTRIBUTES.flatMap((name) => attributes[name] ?? []);
  const sets = ['srcset', 'imagesrcset'].flatMap((name) => srcsetUrls(attributes[name] ?? ''));
  const shared = SHARE_META.test(attributes['property'] ?? attributes['name'] ?? '')
    ? [attributes['content'] ?? '']
    : [];
  return [...single, ...sets, ...shared];
}

/** Checks the links of these pages and of the release's style sheets. */
export function findBrokenLinks(site: LinkCheck): BrokenLink[] {
  const pages = new Map(site.pages.map((page) => [page.path, page]));
  const checked = new Map<string, string | null>();
  const problemOf = (address: string) => {
    const known = checked.get(address);
    if (known !== undefined) return known;
    const problem = findProblem(site, pages, address);
    checked.set(address, problem);
    return problem;
  };
  const pageLinks = site.pages.flatMap((page) =>
    [...new Set(page.tags.flatMap(addressesOf))].map((address) => ({ from: page.path, address })),
  );
  return [...pageLinks, ...styleLinks(site)].flatMap(({ from, address }) => {
    const url = new URL(address, new URL(from, site.origin));
    const problem = problemOf(url.href);
    return problem ? [{ from, address, problem, path: decodeURIComponent(url.pathname) }] : [];
  });
}

const styleLinks = ({ dir }: LinkCheck) =>
  globSync(`{${HASHED_FOLDER},styles}/**/*.css`, { cwd: dir }).flatMap((file) =>
    [...readFileSync(join(dir, file), 'utf8').matchAll(/url\((['"]?)(?!data:)([^)'"]+)\1\)/g)].map(
      ([, , address = '']) => ({ from: `/${file}`, address }),
    ),
  );

// The API serves these files, on this origin or on the API's own origin.
const API_FILES = [bookingOpeningCalendarFile, drawnCardFile].map(
  ({ path }) => new RegExp(`${path.replaceAll('.', '\\.').replace(':id', '\\d+')}$`),
);

function findProblem(
  { dir, mediaDir, origin, mediaOrigins, operatorLinks }: LinkCheck,
  pages: Map<string, CheckedPage>,
  address: string,
): string | null {
  const { origin: targetOrigin, protocol, pathname, hash } = new URL(address);
  if (protocol === 'data:' || protocol === 'mailto:' || protocol === 'tel:') return null;
  if (targetOrigin !== origin && mediaOrigins?.includes(targetOrigin)) return null;
  if (API_FILES.some((file) => file.test(pathname))) return null;
  if (operatorLinks?.some((link) => new URL(link, origin).href === address)) return null;
  if (targetOrigin !== origin) return 'an external link';
  const path = decodeURIComponent(pathname);
  if (path.startsWith('/media/'))
    return !mediaDir || isFile(join(mediaDir, path.slice('/media'.length)))
      ? null
      : 'no such media file';
  if (extname(path)) return isFile(join(dir, path)) ? null : 'no such file';
  const shell = SHELLS.find(({ pattern }) => pattern.test(pathname))?.file.replace(/\/$/, '');
  const pagePath = path.replace(/(?<=.)\/$/, '');
  const page = pages.get(pagePath) ?? (shell ? pages.get(shell) : undefined);
  if (
    !page &&
    !isFile(join(dir, fileOf(pagePath))) &&
    !(shell && isFile(join(dir, shell, 'index.html')))
  )
    return 'no such page';
  const id = decodeURIComponent(hash.slice(1));
  return !id || !page || page.tags.some(({ attributes }) => attributes['id'] === id)
    ? null
    : 'no such id on that page';
}

function fileOf(path: string): string {
  const key = matchRoute('publicMovie', encodeURI(path))?.['movie_id'];
  return (key && key !== '_' ? filmPagePath(key) : null) ?? join(path, 'index.html');
}

const isFile = (path: string) => existsSync(path) && statSync(path).isFile();
