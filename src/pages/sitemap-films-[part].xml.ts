import type { APIRoute, GetStaticPaths } from 'astro';
import { fetchWholeCatalogue } from '#api/catalogue.ts';
import { FILMS_PER_SITEMAP, filmSitemap, xml } from '#components/sitemap.ts';

type Films = Awaited<ReturnType<typeof fetchWholeCatalogue>>;

export const getStaticPaths = (async () => {
  const films = await fetchWholeCatalogue();
  return Array.from({ length: Math.ceil(films.length / FILMS_PER_SITEMAP) }, (_, index) => ({
    params: { part: String(index + 1) },
    props: { films: films.slice(index * FILMS_PER_SITEMAP, (index + 1) * FILMS_PER_SITEMAP) },
  }));
}) satisfies GetStaticPaths;

export const GET: APIRoute<{ films: Films }> = ({ props, site }) =>
  xml(filmSitemap(props.films, { site: site!, now: new Date() }));
