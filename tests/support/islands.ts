import { type Route, routes } from '#routes.ts';

const NOT_FOUND: Route = { path: '/nothing/here', access: 'either', build: 'page' };

/** The pages whose islands lose their scripts in incomplete-page.spec.ts. */
export const PAGES_WITH_ISLANDS: Route[] = [...Object.values(routes), NOT_FOUND];
/** The files that answer addresses without a page. */
export const FILES_OF_NO_PAGE = ['/404.html', '/410'];

export interface Island {
  script: string;
  /** Its script loads when the island is used. */
  isForIntent: boolean;
}

/** The islands of a page's HTML, each script once. */
export function islandsOf(html: string): Island[] {
  const islands = [...html.matchAll(/<astro-island[^>]*>/g)].map(([tag]) => ({
    script: /component-url="([^"]+)"/.exec(tag)![1]!,
    isForIntent: tag.includes('client="intent"'),
  }));
  return islands.filter(
    ({ script }, index) => islands.findIndex((each) => each.script === script) === index,
  );
}
