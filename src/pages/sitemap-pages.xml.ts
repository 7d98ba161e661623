import type { APIRoute } from 'astro';
import { fetchGenres, fetchLanguages } from '#api/catalogue.ts';
import { pageSitemap, xml } from '#components/sitemap.ts';
import { href, routes } from '#routes.ts';

const OPEN = Object.values(routes)
  .filter(({ access, build }) => access === 'either' && build === 'page')
  .map(({ path }) => path);

export const GET: APIRoute = async ({ site }) => {
  const [languages, genres] = await Promise.all([fetchLanguages(), fetchGenres()]);
  const lists = [
    ...languages.map(({ languageName }) => href('moviesByLanguage', { languages: languageName })),
    ...genres.map(({ genreName }) => href('moviesByGenre', { genres: genreName })),
  ];
  return xml(pageSitemap([...OPEN, ...lists], site!));
};
