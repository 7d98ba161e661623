/** Texts for shared links, search engines and outdated links. */
export const shareMessages = {
  webSeries: 'Web Series',
  pictureOf: (film: string) => `A picture from ${film}`,
  cardOf: (film: string) => `A card with the name of the film ${film}`,
  sitePicture: 'A Matinee ticket: one ticket for one film, open for 24 hours',
  filmRemoved: 'We no longer show this film',
  filmRemovedNote: 'Here are films that you can watch now.',
  lookingForFilm: 'Finding the film…',
} as const;
