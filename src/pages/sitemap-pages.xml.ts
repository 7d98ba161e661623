import type { APIRoute } from 'astro';
import { fetchGenres, fetchLanguages } from '#api/catalogue.ts';
import { siteOf } from '#components/site-of.ts';
import { pageSitemap, xmlResponse } from '#components/sitemap.ts';
import { href, isFolderName, routes } from '#routes.ts';

const PUBLIC_PATHS = Object.values(routes)
  .filter(({ access, build }) => access === 'either' && build === 'page')
  .map(({ path }) => path);

export const GET: APIRoute = async (context) => {
  const [languages, genres] = await Promise.all([fetchLanguages(), fetchGenres()]);
  const languageNames = languages.map(({ languageName }) => languageName).filter(isFolderName);
  const genreNames = genres.map(({ genreName }) => genreName).filter(isFolderName);
  const lists = [
    ...languageNames.map((name) => href('moviesByLanguage', { languages: name })),
    ...genreNames.map((name) => href('moviesByGenre', { genres: name })),
  ];
  return xmlResponse(pageSitemap([...PUBLIC_PATHS, ...lists], siteOf(context)));
};
