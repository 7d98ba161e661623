import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { StaticPaths } from 'astro/runtime/prerender/static-paths.js';
import { RENDERER_MANIFEST_FILE, type RendererManifest } from '../bundle/renderer-manifest.ts';

interface RouteData {
  route: string;
  component: string;
  type: string;
}
interface RouteInfo {
  routeData: RouteData;
  styles: unknown[];
}
interface AstroApp {
  manifest: { site?: string; routes: RouteInfo[] };
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
  /** Lists the pages of the matching source files. Each call fetches their films, languages and genres again. */
  listPages: (isIncluded: PageFilter) => Promise<RenderablePage[]>;
}

/**
 * Opens a cached renderer in the same way as Astro's default prerenderer (core/build/default-prerenderer.js of the version in
 * package.json). A test compares its pages with those of a plain `astro build`.
 */
export async function openRenderer(dir: string): Promise<Renderer> {
  const entry = readdirSync(dir).find((name) => name.startsWith('prerender-entry'));
  if (!entry) throw new Error(`There is no renderer in ${dir}`);
  const { app } = (await import(pathToFileURL(join(dir, entry)).href)) as { app: AstroApp };
  const { scripts } = JSON.parse(readFileSync(join(dir, RENDERER_MANIFEST_FILE), 'utf8')) as RendererManifest;
  app.setInternals({ pagesByKeys: stylesOf(app), entrySpecifierToBundleMap: new Map() });
  app.setOptions({ logger: { options: { destination: { write: () => undefined } } }, settings: { scripts } });
  return {
    listPages: async (isIncluded) => {
      app.routeCache.clearAll();
      const routes = app.manifest.routes.filter(({ routeData }) => isIncluded(routeData.component));
      const paths = await new StaticPaths({
        manifest: { ...app.manifest, routes },
        routeCache: app.routeCache,
        getComponentByRoute: (route: RouteData) => app.getComponentByRoute(route),
      } as never).getAll();
      return paths.map(({ pathname, route }) => toPage(app, pathname, route));
    },
  };
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
    const response = await app.render(new Request(new URL(requestPath, app.manifest.site)), { routeData });
    const isExpected = response.ok || /^\/(404|410)$/.test(path);
    if (!isExpected) throw new Error(`status ${response.status}`);
    return Buffer.from(await response.arrayBuffer());
  },
});
