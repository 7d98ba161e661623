import type { APIRoute } from 'astro';
import { fetchFilmsToBuild } from '#api/build.ts';
import { siteOf } from '#components/site-of.ts';
import { xmlResponse } from '#components/sitemap.ts';
import { sitemapIndex, sitemapPartOf } from '#domain/sitemap.ts';

export const GET: APIRoute = async (context) => {
  const parts = new Set((await fetchFilmsToBuild()).map(({ movieId }) => sitemapPartOf(movieId)));
  return xmlResponse(sitemapIndex([...parts], siteOf(context)));
};
