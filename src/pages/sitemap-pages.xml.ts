import type { APIRoute } from 'astro';
import { fetchGenres, fetchLanguages } from '#api/catalogue.ts';
import { pageSitemap, xml } from '#components/sitemap.ts';
import { href, isFolderName, routes } from '#routes.ts';

const OPEN = Object.values(routes)
  .filter(({ access, build }) => access === 'either' && build === 'page')
  .map(({ path }) => path);

export const GET: APIRoute = async ({ site }) => {
  const [languages, genres] = await Promise.all([fetchLanguages(), fetchGenres()]);
  const spoken = languages.map(({ languageName }) => languageName).filter(isFolderName);
  const kinds = genres.map(({ genreName }) => genreName).filter(isFolderName);
  const lists = [
    ...spoken.map((name) => href('moviesByLanguage', { languages: name })),
    ...kinds.map((name) => href('moviesByGenre', { genres: name })),
  ];
  return xml(pageSitemap([...OPEN, ...lists], site!));
};
