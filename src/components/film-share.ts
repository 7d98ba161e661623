import type { Movie } from '#contract/catalogue.ts';
import { creditKind } from '#domain/crew.ts';
import { fromWire } from '#domain/dates.ts';
import { SHARE_CARD } from '#domain/images.ts';
import { shareMessages } from '#messages/share.ts';
import { sharedPictures, type SharedPicture } from './film-pictures.ts';
import { publicTrailer } from './film-trailer.ts';

/** Open Graph data of a page (ogp.me). */
export interface Share {
  kind: 'website' | 'video.movie' | 'video.tv_show';
  picture: (SharedPicture & { alt: string }) | undefined;
  video?: string | undefined;
  /** More Open Graph properties, in order. */
  properties: [property: string, content: string][];
}

/** Share data of pages without a film: public/card.jpg. */
export const siteShare = (site: URL): Share => ({
  kind: 'website',
  picture: {
    url: new URL('/card.jpg', site).href,
    width: SHARE_CARD.width,
    height: SHARE_CARD.height,
    alt: shareMessages.sitePicture,
  },
  properties: [],
});

export function filmShare(movie: Movie, site: URL): Share {
  const [{ isDrawn, ...picture }] = sharedPictures(movie, site);
  const name = movie.movieNameEn ?? movie.movieName;
  return {
    kind: movie.movieType === 'SERIES' ? 'video.tv_show' : 'video.movie',
    picture: {
      ...picture,
      alt: isDrawn ? shareMessages.cardOf(name) : shareMessages.pictureOf(name),
    },
    video: publicTrailer(movie, site) ?? undefined,
    properties: filmProperties(movie),
  };
}

function filmProperties({
  movieActors,
  movieGenres,
  runningTime,
  releaseDate,
}: Movie): Share['properties'] {
  const releasedAt = releaseDate ? fromWire(releaseDate) : null;
  return [
    ...movieActors.flatMap(({ actorRole, actor }) => creditProperties(actorRole, actor.actorName)),
    ...propertyOf('video:duration', runningTime ? String(runningTime * 60) : undefined),
    ...propertyOf('video:release_date', releasedAt?.toISOString()),
    ...movieGenres.map(({ genre }): [string, string] => ['video:tag', genre.genreName]),
  ];
}

const propertyOf = (name: string, content: string | undefined): Share['properties'] =>
  content ? [[name, content]] : [];

/** Chosen: people have no pages here, so only names are listed. */
function creditProperties(role: string, name: string): Share['properties'] {
  const kind = creditKind(role);
  if (kind === 'actor')
    return [
      ['video:actor', name],
      ['video:actor:role', role],
    ];
  if (kind === 'director') return [['video:director', name]];
  return kind === 'author' ? [['video:writer', name]] : [];
}
