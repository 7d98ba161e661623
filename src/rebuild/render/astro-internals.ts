/**
 * The only file of src/rebuild that relies on parts of Astro which its documentation does not
 * promise. They were compared with the source of version CHECKED_ASTRO; docs/recipes.md says how to
 * compare them with another version. All paths are in `node_modules/astro/dist`.
 *
 * - `core/build/static-build.js`: a build writes the page renderer (glossary) to `.prerender/`,
 *   with an entry `prerender-entry….mjs` that exports `app`.
 * - `prerender/utils.js`: `.prerender/` is in `outDir` if the working directory is a parent of
 *   `outDir`.
 * - `core/build/default-prerenderer.js`: the calls that `openRenderer` repeats, and `app` of the
 *   default prerenderer after its `setup`.
 * - `core/build/app.js` and `core/build/environment.js`: what `app` reads of its internals and
 *   options: the styles of a page by `<route>&<component>` (`core/build/plugins/util.js`), the
 *   logger's destination, and the injected scripts.
 * - `runtime/prerender/static-paths.js`: `StaticPaths`, which reads `manifest`, `routeCache` and
 *   `getComponentByRoute` of `app`.
 * - `core/build/generate.js`: the URL of a page's request ends with a slash, the URL of an
 *   endpoint's request does not.
 * - `runtime/server/hydration.js`: the attributes of `<astro-island>`.
 *
 * With `cinema rebuild --plain`, Astro itself renders all pages, and only ISLAND is needed, for the
 * check of links and sizes.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { AstroConfig, AstroIntegration } from 'astro';
import { RebuildError } from '../errors.ts';

export const CHECKED_ASTRO = '7.3.4';
const PLAIN_REBUILD = 'npm run cinema -- rebuild --plain';
const RENDERER_SETTINGS_FILE = 'renderer.json';

/**
 * `urls` are the attributes with the scripts that the island loads, `directive` the attribute that
 * says when it loads them.
 */
export const ISLAND = {
  tag: 'astro-island',
  directive: 'client',
  urls: ['component-url', 'renderer-url', 'before-hydration-url'],
};

interface RendererSettings {
  /** Astro's injected scripts, for example what an integration adds to every head. */
  scripts: { stage: string; content: string }[];
}

interface AstroPrerenderer {
  app: { getSettings: () => RendererSettings };
}

interface RouteData {
  route: string;
  component: string;
  type: string;
}

interface AstroApp {
  manifest: { site?: string; routes: { routeData: RouteData; styles: unknown[] }[] };
  routeCache: { clearAll: () => void };
  getComponentByRoute: (route: RouteData) => unknown;
  setInternals: (internals: object) => void;
  setOptions: (options: object) => void;
  render: (request: Request, options: { routeData: RouteData }) => Promise<Response>;
}

export interface RenderablePage {
  /** Not URL-encoded: `/movies`, `/sitemap-pages.xml`. */
  path: string;
  /** The source file: `src/pages/movies/index.astro`. */
  component: string;
  render: () => Promise<Buffer>;
}

export type PageFilter = (component: string) => boolean;

export interface Renderer {
  /**
   * Lists the pages of the matching source files. Each call fetches their films, languages and
   * genres again.
   */
  listPages: (isIncluded: PageFilter) => Promise<RenderablePage[]>;
}

const installedAstro = () =>
  (createRequire(import.meta.url)('astro/package.json') as { version: string }).version;

/**
 * Adds the plain rebuild to the reason of a failure if the renderer failed, or if another Astro is
 * installed than the checked one.
 */
export function withPlainRebuildHint(
  reason: string,
  { isRendererError = false, installed = installedAstro() } = {},
): string {
  const isCheckedVersion = installed === CHECKED_ASTRO;
  if ((isCheckedVersion && !isRendererError) || reason.includes(PLAIN_REBUILD)) return reason;
  const versions = isCheckedVersion
    ? ''
    : `The page renderer was checked with Astro ${CHECKED_ASTRO}, and ${installed} is installed. `;
  return `${reason}\n${versions}Build the site without the page renderer: ${PLAIN_REBUILD}`;
}

const rendererError = (what: string, error: unknown) =>
  new RebuildError(
    withPlainRebuildHint(`${what}: ${error instanceof Error ? error.message : String(error)}`, {
      isRendererError: true,
    }),
  );

/**
 * With `cacheDir`, `astro build` renders no page and copies its renderer there. Without it, the
 * build is unchanged.
 */
export function cacheRenderer(cacheDir: string | undefined): AstroIntegration {
  let config: AstroConfig;
  return {
    name: 'cache-renderer',
    hooks: {
      'astro:config:done': (done) => {
        config = done.config;
        // A rebuild that was killed must not leave a build behind that writes into the folder of
        // the next one.
        process.once('disconnect', () => process.exit(1));
        if (process.connected === false) process.exit(1);
      },
      'astro:build:start': ({ setPrerenderer }) => {
        if (!cacheDir) return;
        setPrerenderer((defaultPrerenderer) => ({
          ...defaultPrerenderer,
          setup: async () => {
            await defaultPrerenderer.setup?.();
            copyRenderer(defaultPrerenderer as unknown as AstroPrerenderer, config, cacheDir);
          },
          getStaticPaths: async () => [],
        }));
      },
    },
  };
}

function copyRenderer({ app }: AstroPrerenderer, config: AstroConfig, cacheDir: string) {
  try {
    mkdirSync(cacheDir, { recursive: true });
    cpSync(fileURLToPath(new URL('.prerender/', config.outDir)), cacheDir, { recursive: true });
    const settings: RendererSettings = { scripts: app.getSettings().scripts };
    writeFileSync(join(cacheDir, RENDERER_SETTINGS_FILE), JSON.stringify(settings));
  } catch (error) {
    throw rendererError('The page renderer could not be copied', error);
  }
}

/**
 * Opens a cached renderer as Astro's default prerenderer does. Throws RebuildError, which names the
 * plain build.
 */
export async function openRenderer(dir: string): Promise<Renderer> {
  try {
    const entry = readdirSync(dir).find((name) => name.startsWith('prerender-entry'));
    if (!entry) throw new Error(`there is no prerender-entry in ${dir}`);
    const { app } = (await import(pathToFileURL(join(dir, entry)).href)) as { app: AstroApp };
    const { StaticPaths } = await import('astro/runtime/prerender/static-paths.js');
    const { scripts } = JSON.parse(
      readFileSync(join(dir, RENDERER_SETTINGS_FILE), 'utf8'),
    ) as RendererSettings;
    app.setInternals({ pagesByKeys: stylesOf(app), entrySpecifierToBundleMap: new Map() });
    app.setOptions({
      logger: { options: { destination: { write: () => undefined } } },
      settings: { scripts },
    });
    return {
      listPages: async (isIncluded) => {
        app.routeCache.clearAll();
        const routes = app.manifest.routes.filter(({ routeData }) =>
          isIncluded(routeData.component),
        );
        const paths = await new StaticPaths({
          manifest: { ...app.manifest, routes },
          routeCache: app.routeCache,
          getComponentByRoute: (route: RouteData) => app.getComponentByRoute(route),
        } as never).getAll();
        return paths.map(({ pathname, route }) => toPage(app, pathname, route));
      },
    };
  } catch (error) {
    throw rendererError('The page renderer could not be opened', error);
  }
}

const stylesOf = ({ manifest }: AstroApp) =>
  new Map(
    manifest.routes.map(({ routeData, styles }) => [
      `${routeData.route}&${routeData.component}`,
      { styles: styles.map((sheet, order) => ({ sheet, order, depth: 0 })) },
    ]),
  );

const toPage = (app: AstroApp, path: string, routeData: RouteData): RenderablePage => ({
  path,
  component: routeData.component,
  render: async () => {
    const requestPath = routeData.type === 'endpoint' ? path : `${path.replace(/\/$/, '')}/`;
    const response = await app.render(new Request(new URL(requestPath, app.manifest.site)), {
      routeData,
    });
    const isExpected = response.ok || /^\/(404|410)$/.test(path);
    if (!isExpected) throw new Error(`status ${response.status}`);
    return Buffer.from(await response.arrayBuffer());
  },
});
