import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { type Route, routes } from '#routes.ts';
import {
  identifiersOf,
  type Import,
  importsOf,
  locationOf,
  type SourceFile,
  sourceFiles,
  visitNodes,
} from '../support/source.ts';
import { DOMAIN_ORDER } from '../support/domain-order.ts';
import { PROJECT } from '../support/project.ts';
import { findCycles, importedPath, importGraph, isLocalImport } from '../support/import-graph.ts';

// The import rules of CONTRIBUTING.md. `types` are folders of which only types may be imported.
const VIEW_IMPORTS = {
  folders: ['components', 'islands', 'domain', 'messages', 'routes', 'styles'],
  types: ['contract'],
};
const ALLOWED_IMPORTS: Record<string, { folders: string[]; types?: string[] }> = {
  // Only the formats: see the test below.
  messages: { folders: ['domain'] },
  domain: { folders: [] },
  routes: { folders: [] },
  middleware: { folders: [] },
  contract: { folders: ['messages', 'domain'] },
  api: { folders: ['contract', 'domain'] },
  stores: { folders: ['api', 'contract', 'domain', 'messages', 'routes'] },
  ui: { folders: [] },
  islands: {
    folders: ['stores', 'ui', 'domain', 'messages', 'routes', 'styles'],
    types: ['contract'],
  },
  components: VIEW_IMPORTS,
  layouts: VIEW_IMPORTS,
  pages: {
    folders: ['layouts', 'components', 'islands', 'api', 'domain', 'messages', 'routes', 'styles'],
    types: ['contract'],
  },
  server: { folders: ['contract', 'domain', 'messages', 'routes'] },
  sandbox: { folders: ['domain'] },
  // For the build. polyfills.ts is a script of its own.
  browsers: { folders: [] },
  // A script of its own for other sites.
  embed: { folders: ['domain', 'messages'], types: ['contract'] },
  // Only the publisher ports of the server: see the test below.
  rebuild: { folders: ['api', 'contract', 'domain', 'routes', 'server'] },
  scripts: { folders: ['server', 'rebuild', 'sandbox', 'contract', 'domain', 'routes'] },
};

const USERS_OF_TEST_HELPERS = [
  'scripts/test.ts',
  'scripts/bench/with-postgres.ts',
  'scripts/bench/worker-visits.ts',
];
const files = [
  ...sourceFiles('src/**/*.{ts,tsx,astro,js}'),
  ...sourceFiles('scripts/**/*.{ts,mjs}'),
].filter(
  ({ path }) => !path.startsWith('src/sandbox/browser/') && !USERS_OF_TEST_HELPERS.includes(path),
);
const inBrowser = files.filter(
  ({ path }) => !/^(src\/(server|sandbox|rebuild)|scripts)\//.test(path),
);

const folderOf = (path: string) => /^(?:src\/)?(\w+)/.exec(path)![1]!;
const findImports = (check: (file: SourceFile, each: Import) => boolean, among = files) =>
  among.flatMap((file) =>
    importsOf(file)
      .filter((each) => check(file, each))
      .map(({ from }) => `${file.path} imports ${from}`),
  );
const importsOutside = (isAllowed: (path: string) => boolean, names: string[], among = files) =>
  findImports(
    ({ path }, { from }) =>
      names.some((name) => from === name || from.startsWith(`${name}/`)) && !isAllowed(path),
    among,
  );

const readPage = (page: string) => readFileSync(join(PROJECT, page), 'utf8');
const modulesIn = (cell: string) =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, path]) => folderOf(path!)).toSorted();

/** The rows of CONTRIBUTING.md: `| module, module | modules; types of modules |`. A path stands for its module. */
function documentedImports(): typeof ALLOWED_IMPORTS {
  const rows = readPage('CONTRIBUTING.md').matchAll(/^\| (`[^|]+) \| ([^|]+) \|$/gm);
  return Object.fromEntries(
    [...rows].flatMap(([, modules, imports]) => {
      const [folders, types = ''] = imports!.split('; types of ');
      return modulesIn(modules!).map((module) => [
        module,
        { folders: modulesIn(folders!), types: modulesIn(types) },
      ]);
    }),
  );
}

describe('every folder', () => {
  test('has import rules', () => {
    const known = new Set([...Object.keys(ALLOWED_IMPORTS), 'styles', 'env']);
    expect(
      [...new Set(files.map(({ path }) => folderOf(path)))].filter((folder) => !known.has(folder)),
    ).toEqual([]);
  });

  test('imports only from its allowed folders', () => {
    const isForbidden = (file: SourceFile, { from, isTypeOnly }: Import) => {
      if (!isLocalImport(from)) return false;
      const folder = folderOf(file.path);
      const other = folderOf(importedPath(file, from));
      const { folders, types = [] } = ALLOWED_IMPORTS[folder] ?? { folders: [] };
      return other !== folder && !folders.includes(other) && !(isTypeOnly && types.includes(other));
    };
    expect(findImports(isForbidden)).toEqual([]);
  });

  test('messages import only the formats of the domain', () => {
    const isForbidden = ({ path }: SourceFile, { from }: Import) =>
      path.startsWith('src/messages/') &&
      from.startsWith('#') &&
      !from.startsWith('#domain/format/');
    expect(findImports(isForbidden)).toEqual([]);
  });

  test('rebuild imports only the publisher ports of the server', () => {
    const isForbidden = ({ path }: SourceFile, { from }: Import) =>
      path.startsWith('src/rebuild/') &&
      from.startsWith('#server/') &&
      !from.startsWith('#server/ports/publisher/');
    expect(findImports(isForbidden)).toEqual([]);
  });

  test('imports its own files by relative paths, other folders by #name, and all with the extension', () => {
    const isForbidden = (file: SourceFile, { from }: Import) => {
      if (!isLocalImport(from)) return false;
      const crosses = folderOf(importedPath(file, from)) !== folderOf(file.path);
      return crosses !== from.startsWith('#') || !/\.(ts|tsx|astro|css|js)(\?\w+)?$/.test(from);
    };
    expect(findImports(isForbidden)).toEqual([]);
  });

  test('has no cycle of imports, types included', () => {
    expect(findCycles(importGraph(files, (path) => path))).toEqual([]);
  });

  test('has its rules in the table of CONTRIBUTING.md', () => {
    expect(documentedImports()).toEqual(
      Object.fromEntries(
        Object.entries(ALLOWED_IMPORTS).map(([module, { folders, types = [] }]) => [
          module,
          { folders: folders.toSorted(), types },
        ]),
      ),
    );
  });

  test('of src and of the server is described in docs/architecture.md', () => {
    const [, list = ''] = /## Folders[^]*?```\n(src\/[^]*?)```/.exec(
      readPage('docs/architecture.md'),
    )!;
    const described = [...list.matchAll(/(?<= )([\w-]+\/)(?= |,|$)/gm)].map(([, name]) => name!);
    const folders = ['src', 'src/server'].flatMap((parent) =>
      globSync('*/', { cwd: join(PROJECT, parent) }).map((name) => `${basename(name)}/`),
    );
    expect(folders.length).toBeGreaterThan(20);
    expect(folders.filter((name) => !described.includes(name))).toEqual([]);
  });

  test('has no barrel file and no utils file', () => {
    expect(
      files
        .map(({ path }) => path)
        .filter(
          (path) =>
            /(^|\/)(index\.tsx?|(utils|helpers|common)(\/|\.tsx?$))/.test(path) &&
            path !== 'src/messages/common.ts',
        ),
    ).toEqual([]);
  });
});

describe('the CLI', () => {
  /** Returns the packages that a file and its static imports load. */
  function packagesOf(path: string, seen = new Set<string>()): Set<string> {
    if (seen.has(path)) return new Set();
    seen.add(path);
    const file = files.find((each) => each.path === path)!;
    const imports = importsOf(file).filter(({ isTypeOnly, isLazy }) => !isTypeOnly && !isLazy);
    return new Set(
      imports.flatMap(({ from }) =>
        isLocalImport(from) ? [...packagesOf(importedPath(file, from), seen)] : [packageOf(from)],
      ),
    );
  }
  const packageOf = (from: string) => (from.startsWith('node:') ? 'node' : from.split('/')[0]!);

  test('loads few packages to pass a command to the running server', () => {
    expect([...packagesOf('scripts/cinema/main.ts')].sort()).toEqual([
      'commander',
      'dayjs',
      'node',
      'zod',
    ]);
  });
});

describe('in the server', () => {
  const service = (path: string) => /^src\/server\/(auth|streaming)\//.exec(path)?.[1];

  test('the two services never import each other', () => {
    expect(
      findImports(
        (file, { from }) =>
          isLocalImport(from) &&
          service(file.path) !== undefined &&
          ![undefined, service(file.path)].includes(service(importedPath(file, from))),
      ),
    ).toEqual([]);
  });

  test('a domain of the streaming service imports only domains before it', () => {
    const domainOf = (path: string) => /^src\/server\/streaming\/(\w+)\//.exec(path)?.[1] ?? null;
    const imported = importGraph(files, domainOf);
    expect([...imported.keys()].sort()).toEqual(DOMAIN_ORDER.toSorted());
    const isLater = (from: string, to: string) =>
      DOMAIN_ORDER.indexOf(to) > DOMAIN_ORDER.indexOf(from);
    expect(
      [...imported].flatMap(([from, targets]) =>
        [...targets].filter((to) => isLater(from, to)).map((to) => `${from} imports ${to}`),
      ),
    ).toEqual([]);
  });

  test('only queries and the database folder import Drizzle', () => {
    const isAllowed = (path: string) =>
      /\/queries\.ts$|^src\/server\/db\/|\/import\/(\w+-)?(queries|rows)\.ts$|^scripts\/bench\//.test(
        path,
      );
    expect(importsOutside(isAllowed, ['drizzle-orm', 'pg', '@electric-sql/pglite'])).toEqual([]);
  });

  test('pictures of strangers are opened only with the limits of picture-limits.ts', () => {
    // The last two draw our own SVG.
    const openers = ['picture-limits', 'images', 'poster-picture'].map(
      (name) => `src/server/ports/media/${name}.ts`,
    );
    const svgRenderers = [
      'src/server/streaming/booking/qr-png.ts',
      'src/server/streaming/catalogue/share-card.ts',
    ];
    const inServer = files.filter(({ path }) => path.startsWith('src/'));
    expect(
      importsOutside((path) => [...openers, ...svgRenderers].includes(path), ['sharp'], inServer),
    ).toEqual([]);
    const withoutLimits = inServer.filter(
      ({ path, text }) => openers.includes(path) && /sharp\((bytes|data)\)/.test(text),
    );
    expect(withoutLimits.map(({ path }) => path)).toEqual([]);
  });

  test('queries never import actions or routes, and actions never import routes', () => {
    expect(
      findImports(
        ({ path }, { from }) => path.endsWith('/queries.ts') && /(actions|routes)\.ts$/.test(from),
      ),
    ).toEqual([]);
    expect(
      findImports(
        ({ path }, { from }) =>
          path.endsWith('/actions.ts') && from.endsWith('routes.ts') && from !== '#routes.ts',
      ),
    ).toEqual([]);
  });

  test('only the configuration and scripts read the environment', () => {
    // A build runs browser code in Node, with its URLs from `process.env`.
    const mayRead = [
      'src/api/http.ts',
      'src/api/build.ts',
      'src/rebuild/render/render-process.ts',
      'src/server/config/tool-environment.ts',
    ];
    const readers = files.filter(
      (file) =>
        !file.path.startsWith('scripts/') &&
        !mayRead.includes(file.path) &&
        /process\??\.env/.test(file.text),
    );
    expect(readers.map(({ path }) => path)).toEqual([]);
  });
});

describe('in the browser', () => {
  test('ky is used in one file', () => {
    expect(importsOutside((path) => path === 'src/api/http.ts', ['ky'])).toEqual([]);
  });

  test('storage is used in two files and in the two scripts that run before paint', () => {
    const mayStore = [
      'src/api/browser-storage.ts',
      'src/stores/lib/persistent-atom.ts',
      'src/layouts/guard.js',
      'src/layouts/guarded-page.js',
    ];
    const storing = inBrowser.filter(
      (file) =>
        !mayStore.includes(file.path) &&
        ['localStorage', 'sessionStorage'].some((name) => identifiersOf(file).has(name)),
    );
    expect(storing.map(({ path }) => path)).toEqual([]);
  });

  test('the time is read only in the file with the server’s clock', () => {
    // A build reads the clock of its machine; local-dates.js only reads the time zone.
    const mayRead = ['src/api/server-clock.ts', 'src/api/build.ts', 'src/layouts/local-dates.js'];
    const readers = inBrowser.filter(
      ({ path, text }) => !mayRead.includes(path) && /new Date\(\)|dayjs\(\)/.test(text),
    );
    expect(readers.map(({ path }) => path)).toEqual([]);
  });

  test.each(['plyr', 'hls.js', 'swiper', 'sonner', 'leaflet', 'chart.js'])(
    '%s is imported by one island file',
    (library) => {
      const importers = inBrowser.filter((file) =>
        importsOf(file).some(
          ({ from, isTypeOnly }) =>
            !isTypeOnly &&
            !from.endsWith('.css') &&
            (from === library || from.startsWith(`${library}/`)),
        ),
      );
      expect(
        importers.map(({ path }) => path).filter((path) => !path.startsWith('src/islands/')),
      ).toEqual([]);
      expect(importers.length, importers.map(({ path }) => path).join(', ')).toBeLessThanOrEqual(1);
    },
  );

  test('a document imports its style sheet first, because a module before it can move it behind those of pages', () => {
    const documents = files.filter(({ text }) => text.includes('<!doctype html>\n<html'));
    const isFirst = (file: SourceFile) => importsOf(file)[0]?.from.startsWith('#styles/');
    expect(documents.filter(isFirst).map(({ path }) => path)).toEqual([
      'src/layouts/Main.astro',
      'src/layouts/Office.astro',
      'src/layouts/Television.astro',
    ]);
    expect(documents.filter((file) => !isFirst(file))).toEqual([]);
  });

  test('a page with restricted access uses AppPage, which adds the styles that Main omits', () => {
    const inMain = files.flatMap(({ path, text }) =>
      path.startsWith('src/pages/')
        ? [...text.matchAll(/<Main\b[^>]*\broute="(\w+)"/g)].map(([, name]) => name!)
        : [],
    );
    expect(inMain.length).toBeGreaterThan(0);
    expect(
      inMain.filter(
        (name) =>
          (routes as Record<string, Route>)[name]?.access !== 'either' && name !== 'notFound',
      ),
    ).toEqual([]);
  });

  test('islands never fetch', () => {
    expect(
      inBrowser
        .filter(
          (file) =>
            /^src\/(islands|ui|components)\//.test(file.path) && identifiersOf(file).has('fetch'),
        )
        .map(({ path }) => path),
    ).toEqual([]);
  });

  test('no URL of the site is hard-coded', () => {
    const segments = [
      ...new Set(
        Object.values(routes)
          .map(({ path }) => path.split('/')[1])
          .filter(Boolean),
      ),
    ];
    const siteUrl = new RegExp(`^/(${segments.join('|')})?([/?#]|$)`);
    const viewFiles = inBrowser.filter(({ path }) =>
      /^src\/(islands|components|layouts|pages|stores)\//.test(path),
    );
    const inCode = viewFiles.flatMap((file) => siteUrlsIn(file, siteUrl));
    const inMarkup = viewFiles
      .filter(({ path }) => path.endsWith('.astro'))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/\bhref="(\/[^"]*)"/g)]
          .filter(([, url]) => siteUrl.test(url!))
          .map(([found]) => `${path}: ${found}`),
      );
    expect([...inCode, ...inMarkup]).toEqual([]);
  });
});

/** Returns strings that start like a URL of the site. A lone `/` counts only in an `href`. */
function siteUrlsIn(file: SourceFile, siteUrl: RegExp): string[] {
  const found: string[] = [];
  for (const script of file.scripts)
    visitNodes(script, (node) => {
      if (!ts.isStringLiteralLike(node) && !ts.isTemplateHead(node)) return;
      const isAddress =
        siteUrl.test(node.text) &&
        (node.text !== '/' ||
          (ts.isJsxAttribute(node.parent) && node.parent.name.getText() === 'href'));
      if (isAddress) found.push(`${locationOf(file, node)} ${node.text}`);
    });
  return found;
}
