import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { constants } from 'node:zlib';
import robotsParser from 'robots-parser';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { acceptInvitation } from '#contract/office.ts';
import { SHARE_CARD } from '#domain/images.ts';
import { officeScreenMessages } from '#messages/office-screens.ts';
import { televisionScreenMessages } from '#messages/television-screen.ts';
import { BUDGETS } from '#rebuild/check/budgets.ts';
import { findBrokenLinks } from '#rebuild/check/links.ts';
import { createPageWeigher, type PageWeigher } from '#rebuild/check/weight.ts';
import {
  EMBED_SCRIPT,
  LICENCE_FILES,
  matchRoute,
  pathPattern,
  routes,
  shellPath,
} from '#routes.ts';
import {
  aBuiltSite,
  attributeValues,
  type BuiltPage,
  type BuiltSite,
  isIndexable,
  linkOf,
  metaOf,
} from '../support/built-site.ts';
import { FILES_OF_NO_PAGE, islandsOf, PAGES_WITH_ISLANDS } from '../support/islands.ts';
import { hasJava, htmlErrors } from './nu-html-checker.ts';
import { type Thing, thingsOn } from './structured-data.ts';
import { testNow } from '../support/test-now.ts';

let site: BuiltSite;
let films: BuiltPage[];
let indexablePages: BuiltPage[];
let weigh: PageWeigher;

beforeAll(async () => {
  site = await aBuiltSite();
  weigh = createPageWeigher(site.dir, constants.BROTLI_MAX_QUALITY, site.knownWeights);
  films = site.pages.filter(({ path }) => matchRoute('publicMovie', path) && !path.endsWith('/_'));
  indexablePages = site.pages.filter((page) => isIndexable(page, site.origin));
}, 300_000);

const pageAt = (path: string) => site.pages.find((page) => page.path === path)!;
const readSiteFile = (name: string) => readFileSync(join(site.dir, name), 'utf8');
const mediaFileOf = (address: string) =>
  join(site.mediaDir, new URL(address).pathname.slice('/media'.length));
type ThingOf<Type> = Extract<Thing, { '@type': Type }>;
const findThing = <Type extends Thing['@type']>(page: BuiltPage, ...types: Type[]) =>
  thingsOn(page).find((each): each is ThingOf<Type> => types.includes(each['@type'] as Type));

test('the licences of the packages in the scripts are in a file that a page links to', () => {
  const scripts = readSiteFile(LICENCE_FILES.scripts.slice(1));
  for (const name of [
    'react',
    'leaflet',
    'hls.js',
    'plyr',
    'swiper',
    'sonner',
    'zod',
    'nanostores',
  ])
    expect(scripts).toMatch(
      new RegExp(`^## ${name} - .*\\((MIT|Apache-2\\.0|BSD-2-Clause)\\)$`, 'm'),
    );
  expect(readSiteFile(LICENCE_FILES.oldBrowsers.slice(1))).toMatch(/^## core-js - /m);
  const links = pageAt('/about-us').tags.flatMap((tag) => tag.attributes['href'] ?? []);
  expect(links).toEqual(expect.arrayContaining(Object.values(LICENCE_FILES)));
});

test('the script of the ticket button on other sites has at most 3,000 bytes, and needs no exception to a strict policy', () => {
  const script = readSiteFile(EMBED_SCRIPT.slice(1));
  expect(Buffer.byteLength(script)).toBeLessThanOrEqual(3000);
  expect(script).toContain('matinee-ticket');
  expect(script).not.toMatch(/[^\x20-\x7E\n]/);
  expect(script).not.toMatch(
    /innerHTML|insertAdjacentHTML|document\.write|eval\(|Function\(|cookie|iframe|import\.meta/,
  );
});

describe('every page', () => {
  test.skipIf(!hasJava())(
    'is without error for the Nu Html Checker (skipped where there is no java)',
    { tags: ['deep'] },
    async () => {
      expect(await htmlErrors(site.dir, new Set(indexablePages.map(({ file }) => file)))).toEqual(
        [],
      );
    },
  );

  test('has no broken links, pictures, styles or scripts', () => {
    expect(findBrokenLinks(site)).toEqual([]);
  }, 60_000);

  test('has no cascade layers, which old browsers ignore with all their rules', () => {
    for (const page of site.pages) expect(page.html, page.path).not.toContain('@layer');
  });

  test('has its content policy before all that it is for, with the hashes of its own scripts and styles', () => {
    const sha256 = (text: string) =>
      `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    for (const { html, path } of site.pages) {
      const beforeAll = html.slice(0, html.search(/<(script|style|body)\b|rel="stylesheet"/));
      const policy = /<meta http-equiv="content-security-policy"[^>]*>/.exec(beforeAll)?.[0];
      const inline = [
        ...html.matchAll(/<(script|style)((?! src=| type="application)[^>])*>([\s\S]*?)<\/\1>/g),
      ];
      const own = inline.map((each) => sha256(each[3]!));
      expect(new Set(policy?.match(/'sha256-[^']+'/g)), path).toEqual(new Set(own));
    }
  });

  test('has no script in its head, which would delay the first paint, and asks for its first picture before the policy', () => {
    for (const { html, path } of site.pages.filter((page) => !page.path.startsWith('/tv'))) {
      const head = html.slice(0, html.indexOf('<body'));
      expect(head, path).not.toContain('<script');
      expect(head.lastIndexOf('<link rel="preload"'), path).toBeLessThan(
        head.indexOf('content-security-policy'),
      );
    }
  });

  test('has a title, a description, icons and a manifest', () => {
    for (const page of site.pages) {
      expect(page.tags.find(({ name }) => name === 'title')?.text, page.path).toMatch(/\S/);
      expect(metaOf(page, 'description')[0], page.path).toMatch(/\S/);
      for (const rel of ['icon', 'apple-touch-icon', 'manifest'])
        expect(linkOf(page, rel), page.path).toBeTruthy();
    }
  });

  test('declares only its own language', () => {
    expect(site.pages.flatMap((page) => attributeValues(page, 'link', 'hreflang'))).toEqual([]);
    expect(new Set(site.pages.flatMap((page) => attributeValues(page, 'html', 'lang')))).toEqual(
      new Set(['en']),
    );
  });
});

test.each([
  [
    'the back office',
    [officeScreenMessages.signInTitle, acceptInvitation.path, '.office-'],
    'office/index.html',
  ],
  ['the television', [televisionScreenMessages.pairingTitle, '.tv-qr'], 'tv/index.html'],
])('only %s loads its scripts and styles', (_, marks, page) => {
  const files = globSync('**/*.{js,css,html}', { cwd: site.dir });
  const contents = new Map(files.map((file) => [file, readSiteFile(file)]));
  const found = new Set(
    files.filter((file) => marks.some((mark) => contents.get(file)!.includes(mark))),
  );
  // A set visits what is added to it: files that name a file of this page belong to it too.
  for (const file of found)
    if (!file.endsWith('.html'))
      for (const [name, content] of contents) if (content.includes(basename(file))) found.add(name);
  expect([...found].filter((file) => file.endsWith('.js')).length).toBeGreaterThan(0);
  expect([...found].filter((file) => file.endsWith('.html'))).toEqual([page]);
});

describe('pictures', () => {
  const pictures = (page: BuiltPage) =>
    page.tags.filter(({ name }) => name === 'img').map(({ attributes }) => attributes);

  test('have width, height and alt, and each source has sizes', () => {
    for (const page of site.pages) {
      expect(
        pictures(page).filter(
          ({ width, height, alt }) => !Number(width) || !Number(height) || alt === undefined,
        ),
        page.path,
      ).toEqual([]);
      expect(
        page.tags.filter(({ name, attributes }) => name === 'source' && !attributes['sizes']),
        page.path,
      ).toEqual([]);
    }
  });

  test('load lazily, except the first one of a page', () => {
    for (const page of site.pages) {
      const eager = pictures(page).filter(({ loading }) => loading !== 'lazy');
      expect(eager.length, page.path).toBeLessThanOrEqual(1);
      expect(
        eager.filter(({ fetchpriority }) => fetchpriority !== 'high'),
        page.path,
      ).toEqual([]);
    }
  });

  test('that are visible first on home, list and film pages are preloaded with the same sizes', () => {
    const lists = site.pages.filter(({ path }) =>
      /^\/(movies|upcoming|404\.html|410)(?!\/(payment|ticket))/.test(path),
    );
    for (const page of [
      pageAt('/'),
      ...lists.filter(({ path }) => !path.startsWith('/movies-')),
      ...films,
    ]) {
      const preload = page.tags.find(
        ({ name, attributes }) => name === 'link' && attributes['as'] === 'image',
      )?.attributes;
      const source = page.tags.find(({ name }) => name === 'source')?.attributes;
      expect(preload, page.path).toMatchObject({
        rel: 'preload',
        fetchpriority: 'high',
        imagesrcset: source?.['srcset'],
        imagesizes: source?.['sizes'],
      });
    }
  });
});

describe('an indexable page', () => {
  test('is every page that visitors and viewers may open, and no shell or other page', () => {
    const open = Object.values(routes)
      .filter(({ access, build }) => access === 'either' && build === 'page')
      .map(({ path }) => path);
    const paths = indexablePages.map(({ path }) => path);
    expect(open.filter((path) => !paths.includes(path))).toEqual([]);
    expect(films.filter(({ path }) => !paths.includes(path))).toEqual([]);
    const closed = Object.values(routes)
      .filter(({ access, build }) => access !== 'either' || build === 'shell')
      .map(({ path, build }) => (build === 'shell' ? shellPath(path).slice(0, -1) : path));
    expect(
      [...closed, '/404.html', '/410', '/v/_/_'].filter((path) => paths.includes(path)),
    ).toEqual([]);
  });

  test('is no list that only the browser builds: such a page has noindex and no canonical link', () => {
    for (const route of [routes.moviesByLanguage, routes.moviesByGenre, routes.moviesByBoth]) {
      const shell = pageAt(shellPath(route.path).slice(0, -1));
      expect(metaOf(shell, 'robots'), shell.path).toEqual(['noindex']);
      expect(linkOf(shell, 'canonical'), shell.path).toBeUndefined();
    }
  });

  test('has the metadata of a link preview', () => {
    for (const page of indexablePages) {
      const [url] = metaOf(page, 'og:url');
      expect(url, page.path).toBe(linkOf(page, 'canonical'));
      for (const name of [
        'og:site_name',
        'og:locale',
        'og:type',
        'og:title',
        'og:description',
        'og:image',
        'og:image:alt',
        'twitter:title',
        'twitter:description',
        'twitter:image',
      ]) {
        expect(metaOf(page, name), `${page.path} ${name}`).toEqual([expect.stringMatching(/\S/)]);
      }
      expect(metaOf(page, 'twitter:card')).toEqual(['summary_large_image']);
      expect([metaOf(page, 'og:image:width'), metaOf(page, 'og:image:height')]).toEqual([
        [String(SHARE_CARD.width)],
        [String(SHARE_CARD.height)],
      ]);
      expect(metaOf(page, 'og:image')[0]).toMatch(/^https?:/);
    }
  });

  test('has breadcrumbs', () => {
    for (const page of indexablePages.filter(({ path }) => path !== '/')) {
      const crumbs = findThing(page, 'BreadcrumbList')!.itemListElement;
      expect([crumbs[0]!.item, crumbs.at(-1)!.item], page.path).toEqual([
        `${site.origin}/`,
        linkOf(page, 'canonical'),
      ]);
    }
    expect(findThing(pageAt('/'), 'WebSite')).toBeTruthy();
  });

  test('lists its films as structured data', () => {
    const addresses = new Set(films.map((page) => linkOf(page, 'canonical')));
    for (const path of [
      '/',
      routes.movies.path,
      routes.shortFilms.path,
      routes.webSeries.path,
      routes.upcoming.path,
    ]) {
      const urls = findThing(pageAt(path), 'ItemList')!.itemListElement.map(({ url }) => url);
      const shown = new Set(
        attributeValues(pageAt(path), 'a', 'href').map((href) => new URL(href, site.origin).href),
      );
      expect(
        urls.filter((url) => !addresses.has(url) || !shown.has(url)),
        path,
      ).toEqual([]);
    }
  });
});

describe('a film’s page', () => {
  test('is a Movie or a TVSeries, with its ticket', () => {
    for (const page of films) {
      const film = findThing(page, 'Movie', 'TVSeries')!;
      const [url] = metaOf(page, 'og:url');
      expect([film.url, film.offers?.url], page.path).toEqual([url, url]);
      expect(metaOf(page, 'og:type')).toEqual([
        film['@type'] === 'Movie' ? 'video.movie' : 'video.tv_show',
      ]);
      const opens = Date.parse(film.offers!.availabilityStarts!);
      expect(film.offers!.availability.endsWith('PreOrder'), page.path).toBe(
        opens > testNow().getTime(),
      );
    }
  });

  test('marks up its rating only if it shows one', () => {
    const ratings = films.map((page) => ({
      page,
      rating: findThing(page, 'Movie', 'TVSeries')!.aggregateRating,
    }));
    for (const { page, rating } of ratings)
      if (rating) expect(page.html, page.path).toContain(rating.ratingValue.toFixed(1));
    expect(ratings.filter(({ rating }) => rating).length).toBeGreaterThan(0);
    expect(ratings.filter(({ rating }) => !rating).length).toBeGreaterThan(0);
  });

  test('has video metadata: trailer, duration, date and people', () => {
    const withTrailer = films.filter((page) => findThing(page, 'Movie', 'TVSeries')!.trailer);
    expect(withTrailer.length).toBeGreaterThan(0);
    for (const page of withTrailer) {
      expect(metaOf(page, 'og:video'), page.path).toEqual([
        findThing(page, 'Movie', 'TVSeries')!.trailer!.contentUrl,
      ]);
      expect(metaOf(page, 'og:video:type')).toEqual(['video/mp4']);
    }
    for (const page of films) {
      expect(Number(metaOf(page, 'video:duration')[0]) % 60, page.path).toBe(0);
      expect(Date.parse(metaOf(page, 'video:release_date')[0]!), page.path).toBeGreaterThan(0);
      for (const name of ['video:director', 'video:tag'])
        expect(metaOf(page, name).length, `${page.path} ${name}`).toBeGreaterThan(0);
    }
  });

  test('has a share card of the declared size, below the size limit of social networks', async () => {
    const cards = [...new Set(films.flatMap((page) => metaOf(page, 'og:image')))];
    expect(cards.length).toBe(films.length);
    for (const card of cards) {
      const file = readFileSync(mediaFileOf(card));
      const { width, height, format } = await sharp(file).metadata();
      expect({ width, height, format }, card).toEqual({
        width: SHARE_CARD.width,
        height: SHARE_CARD.height,
        format: 'jpeg',
      });
      expect(file.length, card).toBeLessThanOrEqual(120_000);
    }
  }, 60_000);
});

describe('for search engines', () => {
  const locationsIn = (name: string) =>
    [...readSiteFile(name).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address!);
  const parts = () =>
    locationsIn('sitemap-index.xml').map((address) => new URL(address).pathname.slice(1));

  test('the sitemaps name every indexable page once, and no other page', () => {
    const named = parts().flatMap(locationsIn);
    expect([...named].sort()).toEqual(
      indexablePages.map((page) => linkOf(page, 'canonical')!).sort(),
    );
    for (const part of parts()) expect(locationsIn(part).length).toBeLessThanOrEqual(10_000);
  });

  test('the film sitemaps have pictures and complete trailer data of every film', () => {
    const entries = parts()
      .filter((name) => name.startsWith('sitemap-films-'))
      .flatMap((name) =>
        [...readSiteFile(name).matchAll(/<url>(.*?)<\/url>/gs)].map(([, entry]) => entry!),
      );
    expect(entries.filter((entry) => entry.includes('<image:loc>')).length).toBe(films.length);
    const videos = entries.filter((entry) => entry.includes('<video:video>'));
    expect(videos.length).toBe(films.filter((page) => metaOf(page, 'og:video').length > 0).length);
    for (const entry of videos) {
      for (const name of [
        'thumbnail_loc',
        'title',
        'description',
        'content_loc',
        'publication_date',
      ])
        expect(entry).toMatch(new RegExp(`<video:${name}>[^<]+<`));
    }
    const media = entries.flatMap((entry) =>
      [...entry.matchAll(/<(?:image:loc|video:thumbnail_loc|video:content_loc)>([^<]+)</g)].map(
        ([, address]) => address!,
      ),
    );
    expect(media.filter((address) => !readFileSync(mediaFileOf(address)).length)).toEqual([]);
  });

  test('robots.txt names the sitemap, and lets crawlers read pages and share cards, but no service', () => {
    const robots = robotsParser(`${site.origin}/robots.txt`, readSiteFile('robots.txt'));
    expect(robots.getSitemaps()).toEqual([`${site.origin}/sitemap-index.xml`]);
    const canRead = (path: string, crawler: string) =>
      robots.isAllowed(site.origin + path, crawler);
    for (const crawler of [
      'Twitterbot',
      'facebookexternalhit',
      'LinkedInBot',
      'WhatsApp',
      'Googlebot',
    ]) {
      expect(canRead('/api/ott/public/movies/12/card.png', crawler), crawler).toBe(true);
      expect(canRead('/api/ott/public/movies/12', crawler), crawler).toBe(false);
      expect(canRead('/sandbox/inbox', crawler), crawler).toBe(false);
      expect(site.pages.filter(({ path }) => !canRead(path, crawler))).toEqual([]);
    }
  });

  test('every picture of a shared link may be loaded by a crawler', () => {
    const robots = robotsParser(`${site.origin}/robots.txt`, readSiteFile('robots.txt'));
    const pictures = indexablePages.flatMap((page) => [
      ...metaOf(page, 'og:image'),
      ...metaOf(page, 'twitter:image'),
    ]);
    expect(pictures.length).toBeGreaterThan(0);
    expect(pictures.filter((address) => robots.isAllowed(address, 'WhatsApp') === false)).toEqual(
      [],
    );
  });

  test('favicon.ico is a valid icon', () => {
    expect(readFileSync(join(site.dir, 'favicon.ico')).readUInt32LE(0)).toBe(0x00010000);
  });

  test('the icons match the manifest', async () => {
    const Manifest = z.object({
      name: z.string(),
      start_url: z.literal('/'),
      icons: z.array(
        z.object({ src: z.string(), sizes: z.string(), purpose: z.string().optional() }),
      ),
    });
    const { icons } = Manifest.parse(JSON.parse(readSiteFile('site.webmanifest')));
    for (const { src, sizes } of icons.filter((icon) => icon.src.endsWith('.png'))) {
      const { width, height } = await sharp(join(site.dir, src)).metadata();
      expect(`${width}x${height}`).toBe(sizes);
    }
    expect(
      icons.filter(({ purpose, sizes }) => purpose === 'maskable' && sizes === '512x512'),
    ).toHaveLength(1);
  });
});

test('every page with islands is opened by the test of lost scripts', () => {
  const paths = site.pages.filter(({ html }) => islandsOf(html).length > 0).map(({ path }) => path);
  expect(paths.length).toBeGreaterThan(FILES_OF_NO_PAGE.length);
  const isOpened = (path: string) =>
    PAGES_WITH_ISLANDS.some((page) => pathPattern(page.path).test(encodeURI(path)));
  expect(paths.filter((path) => !isOpened(path) && !FILES_OF_NO_PAGE.includes(path))).toEqual([]);
});

describe('the page size', () => {
  test.each(Object.entries(BUDGETS))('of %s is within its budget', (_, { path, ...budget }) => {
    const page =
      path === '/v/'
        ? films.reduce((a, b) => (a.html.length > b.html.length ? a : b))
        : pageAt(path);
    const weight = weigh(page);
    for (const [part, most] of Object.entries(budget))
      expect(
        weight[part as keyof typeof weight],
        `${part}: ${JSON.stringify(weight)}`,
      ).toBeLessThanOrEqual(most);
  });
});
