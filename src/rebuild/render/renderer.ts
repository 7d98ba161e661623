import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { StaticPaths } from 'astro/runtime/prerender/static-paths.js';
import { RENDERER_CARD, type RendererCard } from '../bundle/renderer-card.ts';

interface RouteData {
  route: string;
  component: string;
  type: string;
}
interface RouteInfo {
  routeData: RouteData;
  styles: unknown[];
}
/** The part of Astro's application that its own prerenderer uses. */
interface App {
  manifest: { site?: string; routes: RouteInfo[] };
  routeCache: { clearAll: () => void };
  getComponentByRoute: (route: RouteData) => unknown;
  setInternals: (internals: object) => void;
  setOptions: (options: object) => void;
  render: (request: Request, how: { routeData: RouteData }) => Promise<Response>;
}

export interface Drawable {
  /** As links write it, not encoded: `/movies`, `/sitemap-pages.xml`. */
  path: string;
  /** The file that draws it: `src/pages/movies/index.astro`. */
  component: string;
  draw: () => Promise<Buffer>;
}

/** Which pages, by the files that draw them. */
export type Wanted = (component: string) => boolean;

export interface Renderer {
  /** What the routes that are wanted come to now; asks for their films, languages and genres anew each time. */
  drawables: (isWanted: Wanted) => Promise<Drawable[]>;
}

/**
 * Opens a renderer that was kept, as Astro's default prerenderer does (core/build/default-prerenderer.js of the version that
 * package.json pins); a test compares its pages with those of a plain `astro build`.
 */
export async function openRenderer(dir: string): Promise<Renderer> {
  const entry = readdirSync(dir).find((name) => name.startsWith('prerender-entry'));
  if (!entry) throw new Error(`${dir} holds no renderer`);
  const { app } = (await import(pathToFileURL(join(dir, entry)).href)) as { app: App };
  const { scripts } = JSON.parse(readFileSync(join(dir, RENDERER_CARD), 'utf8')) as RendererCard;
  app.setInternals({ pagesByKeys: stylesOf(app), entrySpecifierToBundleMap: new Map() });
  app.setOptions({ logger: { options: { destination: { write: () => undefined } } }, settings: { scripts } });
  return {
    drawables: async (isWanted) => {
      app.routeCache.clearAll();
      const routes = app.manifest.routes.filter(({ routeData }) => isWanted(routeData.component));
      const paths = await new StaticPaths({
        manifest: { ...app.manifest, routes },
        routeCache: app.routeCache,
        getComponentByRoute: (route: RouteData) => app.getComponentByRoute(route),
      } as never).getAll();
      return paths.map(({ pathname, route }) => drawable(app, pathname, route));
    },
  };
}

/** Each page's styles, which the build has put together already, where Astro looks for them. */
const stylesOf = ({ manifest }: App) =>
  new Map(
    manifest.routes.map(({ routeData, styles }) => [
      `${routeData.route}&${routeData.component}`,
      { styles: styles.map((sheet, order) => ({ sheet, order, depth: 0 })) },
    ]),
  );

const drawable = (app: App, path: string, routeData: RouteData): Drawable => ({
  path,
  component: routeData.component,
  draw: async () => {
    const ending = routeData.type === 'endpoint' ? path : `${path.replace(/\/$/, '')}/`;
    const response = await app.render(new Request(new URL(ending, app.manifest.site)), { routeData });
    const isDrawn = response.ok || /^\/(404|410)$/.test(path);
    if (!isDrawn) throw new Error(`status ${response.status}`);
    return Buffer.from(await response.arrayBuffer());
  },
});
