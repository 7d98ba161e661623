/** Texts for shared links, search engines and outdated links. */
export const shareMessages = {
  webSeries: 'Web Series',
  pictureOf: (film: string) => `A picture from ${film}`,
  sitePicture: 'A ticket of Matinee: one ticket, one film, yours for 24 hours',
  filmRemoved: 'This film is no longer in our programme',
  filmRemovedNote: 'It was shown here once and is not any more. These are showing now.',
  lookingForFilm: 'One moment, we are finding the film',
} as const;
