import type { Movie } from '#contract/catalogue.ts';
import { creditKind } from '#domain/crew.ts';
import { fromWire } from '#domain/dates.ts';
import { shareMessages } from '#messages/share.ts';
import { drawnCard, filmPictures, type SharedPicture } from './film-pictures.ts';
import { publicTrailer } from './film-trailer.ts';

/** Open Graph data of a page (ogp.me). */
export interface Share {
  kind: 'website' | 'video.movie' | 'video.tv_show';
  picture: (SharedPicture & { alt: string }) | undefined;
  video?: string | undefined;
  /** More Open Graph properties, in order. */
  facts: [property: string, content: string][];
}

export function filmShare(movie: Movie, site: URL): Share {
  const [picture = drawnCard(movie, site)] = filmPictures(movie, site);
  return {
    kind: movie.movieType === 'SERIES' ? 'video.tv_show' : 'video.movie',
    picture: { ...picture, alt: shareMessages.pictureOf(movie.movieNameEn ?? movie.movieName) },
    video: publicTrailer(movie, site) ?? undefined,
    facts: filmFacts(movie),
  };
}

function filmFacts({ movieActors, movieGenres, runningTime, releaseDate }: Movie): Share['facts'] {
  const opened = releaseDate ? fromWire(releaseDate) : null;
  return [
    ...movieActors.flatMap(({ actorRole, actor }) => creditFacts(actorRole, actor.actorName)),
    ...(runningTime ? [['video:duration', String(runningTime * 60)] as [string, string]] : []),
    ...(opened ? [['video:release_date', opened.toISOString()] as [string, string]] : []),
    ...movieGenres.map(({ genre }): [string, string] => ['video:tag', genre.genreName]),
  ];
}

/** Chosen: people have no pages here, so only names are listed. */
function creditFacts(role: string, name: string): Share['facts'] {
  const kind = creditKind(role);
  if (kind === 'actor')
    return [
      ['video:actor', name],
      ['video:actor:role', role],
    ];
  if (kind === 'director') return [['video:director', name]];
  return kind === 'author' ? [['video:writer', name]] : [];
}
