import { publicLanguages, publicStreamingNow } from '#contract/catalogue.ts';
import { firstOf } from '#domain/existing.ts';
import { movieSlug } from '#domain/slug.ts';
import { href } from '#routes.ts';
import { CommandError } from '../command-error.ts';

/** Returns the path of a film page of a running server, if possible with a trailer. */
export async function findFilmPath(origin: string): Promise<string> {
  const response = await fetch(`${origin}/api/ott${publicStreamingNow.path}?page=0&size=12`).catch(
    () => null,
  );
  if (!response?.ok)
    throw new CommandError(`No server answers at ${origin}. Start one first: npm start`);
  const { content } = publicStreamingNow.reply!.parse(await response.json());
  const film = content.find(({ trailorUrl }) => trailorUrl) ?? content[0];
  if (!film) throw new CommandError('This server has no film to show.');
  return href('publicMovie', { movie_name: movieSlug(film.movieName), movie_id: film.movieKey });
}

/** Returns the path of the search for films in the first language of a running server. */
export async function findSearchPath(origin: string): Promise<string> {
  const response = await fetch(`${origin}/api/ott${publicLanguages.path}`);
  const { content } = publicLanguages.reply!.parse(await response.json());
  return href('moviesByLanguage', { languages: firstOf(content).languageName });
}
