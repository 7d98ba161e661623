import { publicStreamingNow } from '#contract/catalogue.ts';
import { movieSlug } from '#domain/slug.ts';
import { href } from '#routes.ts';
import { CommandError } from '../failure.ts';

/** The address of a film that an open house shows, one with a trailer if it can be. */
export async function aFilmPath(origin: string): Promise<string> {
  const response = await fetch(`${origin}/api/ott${publicStreamingNow.path}?page=0&size=12`).catch(() => null);
  if (!response?.ok) throw new CommandError(`No house answers at ${origin}. Open one first: npm start`);
  const { content } = publicStreamingNow.reply!.parse(await response.json());
  const film = content.find(({ trailorUrl }) => trailorUrl) ?? content[0];
  if (!film) throw new CommandError('This house shows no film.');
  return href('publicMovie', { movie_name: movieSlug(film.movieName), movie_id: film.movieKey });
}
