import type { APIRoute } from 'astro';
import { fetchWholeCatalogue } from '#api/catalogue.ts';
import { FILMS_PER_SITEMAP, sitemapIndex, xml } from '#components/sitemap.ts';

export const GET: APIRoute = async ({ site }) => {
  const films = await fetchWholeCatalogue();
  const parts = Array.from(
    { length: Math.ceil(films.length / FILMS_PER_SITEMAP) },
    (_, index) => `/sitemap-films-${index + 1}.xml`,
  );
  return xml(sitemapIndex(['/sitemap-pages.xml', ...parts], site!));
};
