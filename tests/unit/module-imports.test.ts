import { posix } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { type Route, routes } from '#routes.ts';
import {
  identifiersOf,
  type Import,
  importsOf,
  placeOf,
  type SourceFile,
  sourceFiles,
  walk,
} from '../support/source.ts';

// The house's table (CONTRIBUTING: "Who may import whom"). `types` are rooms whose types alone may come in.
const DRAWING = { rooms: ['components', 'islands', 'domain', 'messages', 'routes', 'styles'], types: ['contract'] };
const ROOMS: Record<string, { rooms: string[]; types?: string[] }> = {
  messages: { rooms: [] },
  domain: { rooms: [] },
  routes: { rooms: [] },
  contract: { rooms: ['messages', 'domain'] },
  api: { rooms: ['contract', 'domain'] },
  stores: { rooms: ['api', 'contract', 'domain', 'messages', 'routes'] },
  ui: { rooms: [] },
  islands: { rooms: ['stores', 'ui', 'domain', 'messages', 'routes', 'styles'], types: ['contract'] },
  components: DRAWING,
  layouts: DRAWING,
  pages: {
    rooms: ['layouts', 'components', 'islands', 'api', 'domain', 'messages', 'routes', 'styles'],
    types: ['contract'],
  },
  server: { rooms: ['contract', 'domain', 'messages', 'routes'] },
  sandbox: { rooms: ['domain'] },
  // Of the server only the ports to where a site is published, as a test below says.
  rebuild: { rooms: ['api', 'contract', 'domain', 'routes', 'server'] },
  scripts: { rooms: ['server', 'rebuild', 'sandbox', 'contract', 'domain', 'routes'] },
};

const files = [
  ...sourceFiles('src/**/*.{ts,tsx,astro,js}'),
  ...sourceFiles('scripts/*.ts'),
  ...sourceFiles('scripts/cinema/**/*.ts'),
  // The runner of the tests is one of them.
].filter(({ path }) => !path.startsWith('src/sandbox/browser/') && path !== 'scripts/test.ts');
const inBrowser = files.filter(({ path }) => !/^(src\/(server|sandbox|rebuild)|scripts)\//.test(path));

const roomOf = (path: string) => /^(?:src\/)?(\w+)/.exec(path)![1]!;
const isOurs = (from: string) => from.startsWith('#') || from.startsWith('.');
/** `#domain/slug.ts` and `../domain/slug.ts` → `src/domain/slug.ts` */
const pathOf = (file: SourceFile, from: string) =>
  from.startsWith('#') ? `src/${from.slice(1)}` : posix.join(posix.dirname(file.path), from);

const faults = (check: (file: SourceFile, each: Import) => boolean, among = files) =>
  among.flatMap((file) =>
    importsOf(file)
      .filter((each) => check(file, each))
      .map(({ from }) => `${file.path} imports ${from}`),
  );
const onlyIn = (isAllowed: (path: string) => boolean, names: string[], among = files) =>
  faults(
    ({ path }, { from }) => names.some((name) => from === name || from.startsWith(`${name}/`)) && !isAllowed(path),
    among,
  );

describe('every room', () => {
  test('is in the table', () => {
    const known = new Set([...Object.keys(ROOMS), 'styles', 'env']);
    expect([...new Set(files.map(({ path }) => roomOf(path)))].filter((room) => !known.has(room))).toEqual([]);
  });

  test('imports from the rooms that the table gives it, and no other', () => {
    const isStrange = (file: SourceFile, { from, isTypeOnly }: Import) => {
      if (!isOurs(from)) return false;
      const room = roomOf(file.path);
      const other = roomOf(pathOf(file, from));
      const { rooms, types = [] } = ROOMS[room] ?? { rooms: [] };
      return other !== room && !rooms.includes(other) && !(isTypeOnly && types.includes(other));
    };
    expect(faults(isStrange)).toEqual([]);
  });

  test('a rebuild knows nothing of the server but where a site is published', () => {
    const isStrange = ({ path }: SourceFile, { from }: Import) =>
      path.startsWith('src/rebuild/') && from.startsWith('#server/') && !from.startsWith('#server/ports/publisher/');
    expect(faults(isStrange)).toEqual([]);
  });

  test('imports its own files by their place, other rooms by #name, and all with the extension', () => {
    const isStrange = (file: SourceFile, { from }: Import) => {
      if (!isOurs(from)) return false;
      const crosses = roomOf(pathOf(file, from)) !== roomOf(file.path);
      return crosses !== from.startsWith('#') || !/\.(ts|tsx|astro|css|js)(\?\w+)?$/.test(from);
    };
    expect(faults(isStrange)).toEqual([]);
  });

  test('has no barrel file and no drawer', () => {
    expect(
      files
        .map(({ path }) => path)
        .filter(
          (path) =>
            /(^|\/)(index\.tsx?|(utils|helpers|common)(\/|\.tsx?$))/.test(path) && !path.startsWith('src/messages/'),
        ),
    ).toEqual([]);
  });
});

describe('a program', () => {
  /** What stands in the files that come with one, itself first, and in no others: packages by their names. */
  function comesWith(path: string, seen = new Set<string>()): Set<string> {
    if (seen.has(path)) return new Set();
    seen.add(path);
    const file = files.find((each) => each.path === path)!;
    const wanted = importsOf(file).filter(({ isTypeOnly, isLazy }) => !isTypeOnly && !isLazy);
    return new Set(
      wanted.flatMap(({ from }) => (isOurs(from) ? [...comesWith(pathOf(file, from), seen)] : [packageOf(from)])),
    );
  }
  const packageOf = (from: string) => (from.startsWith('node:') ? 'node' : from.split('/')[0]!);

  test('of the operator reads a command, and hands it to the open house, without what does the work', () => {
    expect([...comesWith('scripts/cinema/main.ts')].sort()).toEqual(['commander', 'dayjs', 'node', 'zod']);
  });
});

describe('in the server', () => {
  const service = (path: string) => /^src\/server\/(auth|streaming)\//.exec(path)?.[1];

  test('the two services never import each other', () => {
    expect(
      faults(
        (file, { from }) =>
          isOurs(from) &&
          service(file.path) !== undefined &&
          ![undefined, service(file.path)].includes(service(pathOf(file, from))),
      ),
    ).toEqual([]);
  });

  test('only queries and the database know Drizzle', () => {
    const mayKnow = (path: string) =>
      /\/queries\.ts$|^src\/server\/db\/|\/import\/(\w+-)?(queries|rows)\.ts$/.test(path);
    expect(onlyIn(mayKnow, ['drizzle-orm', 'pg', '@electric-sql/pglite'])).toEqual([]);
  });

  test('queries never call upwards: not actions, not routes', () => {
    expect(faults(({ path }, { from }) => path.endsWith('/queries.ts') && /(actions|routes)\.ts$/.test(from))).toEqual(
      [],
    );
    expect(
      faults(
        ({ path }, { from }) => path.endsWith('/actions.ts') && from.endsWith('routes.ts') && from !== '#routes.ts',
      ),
    ).toEqual([]);
  });

  test('only the configuration, and scripts, read the environment', () => {
    // A build has its addresses from `process.env` too: the browser's own rooms run in Node then.
    const mayRead = ['src/api/http.ts', 'src/api/build.ts', 'src/rebuild/render/worker.ts'];
    const readers = files.filter(
      (file) => !file.path.startsWith('scripts/') && !mayRead.includes(file.path) && /process\??\.env/.test(file.text),
    );
    expect(readers.map(({ path }) => path)).toEqual([]);
  });
});

describe('in the browser', () => {
  test('ky is used in one file', () => {
    expect(onlyIn((path) => path === 'src/api/http.ts', ['ky'])).toEqual([]);
  });

  test('storage is used in two files, and in the guard that runs before paint', () => {
    const mayStore = ['src/api/tokens.ts', 'src/stores/lib/persisted.ts', 'src/layouts/guard.js'];
    const storing = inBrowser.filter(
      (file) =>
        !mayStore.includes(file.path) &&
        ['localStorage', 'sessionStorage'].some((name) => identifiersOf(file).has(name)),
    );
    expect(storing.map(({ path }) => path)).toEqual([]);
  });

  test('the time is read in one file, which knows the server’s clock', () => {
    // A build reads the clock of the machine that builds; local-dates.js only asks for the zone.
    const mayRead = ['src/api/clock.ts', 'src/api/build.ts', 'src/layouts/local-dates.js'];
    const readers = inBrowser.filter(
      ({ path, text }) => !mayRead.includes(path) && /new Date\(\)|dayjs\(\)/.test(text),
    );
    expect(readers.map(({ path }) => path)).toEqual([]);
  });

  test.each(['plyr', 'hls.js', 'swiper', 'sonner', 'leaflet', 'chart.js'])(
    '%s stands behind one island file',
    (library) => {
      const users = inBrowser.filter((file) =>
        importsOf(file).some(
          ({ from, isTypeOnly }) =>
            !isTypeOnly && !from.endsWith('.css') && (from === library || from.startsWith(`${library}/`)),
        ),
      );
      expect(users.map(({ path }) => path).filter((path) => !path.startsWith('src/islands/'))).toEqual([]);
      expect(users.length, users.map(({ path }) => path).join(', ')).toBeLessThanOrEqual(1);
    },
  );

  test('a page that is not for everyone stands in Room, which brings the styles that Main does without', () => {
    const inMain = files.flatMap(({ path, text }) =>
      path.startsWith('src/pages/') ? [...text.matchAll(/<Main\b[^>]*\broute="(\w+)"/g)].map(([, name]) => name!) : [],
    );
    expect(inMain.length).toBeGreaterThan(0);
    expect(
      inMain.filter((name) => (routes as Record<string, Route>)[name]?.access !== 'either' && name !== 'notFound'),
    ).toEqual([]);
  });

  test('islands never fetch', () => {
    expect(
      inBrowser
        .filter((file) => /^src\/(islands|ui|components)\//.test(file.path) && identifiersOf(file).has('fetch'))
        .map(({ path }) => path),
    ).toEqual([]);
  });

  test('no address of the site is written by hand', () => {
    const segments = [
      ...new Set(
        Object.values(routes)
          .map(({ path }) => path.split('/')[1])
          .filter(Boolean),
      ),
    ];
    const own = new RegExp(`^/(${segments.join('|')})?([/?#]|$)`);
    const drawn = inBrowser.filter(({ path }) => /^src\/(islands|components|layouts|pages|stores)\//.test(path));
    const inCode = drawn.flatMap((file) => addresses(file, own));
    const inMarkup = drawn
      .filter(({ path }) => path.endsWith('.astro'))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/\bhref="(\/[^"]*)"/g)]
          .filter(([, url]) => own.test(url!))
          .map(([found]) => `${path}: ${found}`),
      );
    expect([...inCode, ...inMarkup]).toEqual([]);
  });
});

/** Strings of the code that begin as an address of ours does. A lone `/` only counts where it is an address. */
function addresses(file: SourceFile, own: RegExp): string[] {
  const found: string[] = [];
  for (const script of file.scripts)
    walk(script, (node) => {
      if (!ts.isStringLiteralLike(node) && !ts.isTemplateHead(node)) return;
      const isAddress =
        own.test(node.text) &&
        (node.text !== '/' || (ts.isJsxAttribute(node.parent) && node.parent.name.getText() === 'href'));
      if (isAddress) found.push(`${placeOf(file, node)} ${node.text}`);
    });
  return found;
}
