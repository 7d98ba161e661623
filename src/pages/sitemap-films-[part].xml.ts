import type { APIRoute, GetStaticPaths } from 'astro';
import { fetchFilmsToBuild } from '#api/build.ts';
import { siteOf } from '#components/site-of.ts';
import { filmSitemap, xmlResponse } from '#components/sitemap.ts';
import { sitemapPartOf } from '#domain/sitemap.ts';

type Films = Awaited<ReturnType<typeof fetchFilmsToBuild>>;

export const getStaticPaths = (async () => {
  const parts = Map.groupBy(await fetchFilmsToBuild(), ({ movieId }) => sitemapPartOf(movieId));
  return [...parts].map(([part, films]) => ({ params: { part: String(part) }, props: { films } }));
}) satisfies GetStaticPaths;

export const GET: APIRoute<{ films: Films }> = (context) =>
  xmlResponse(filmSitemap(context.props.films, siteOf(context)));
