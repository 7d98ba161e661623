/** Words that only a shared link, a search engine or an old link brings to someone. */
export const shareMessages = {
  webSeries: 'Web Series',
  pictureOf: (film: string) => `A picture from ${film}`,
  housePicture: 'A ticket of Matinee: one ticket, one film, yours for 24 hours',
  filmGone: 'This film has left the house',
  filmGoneSentence: 'It was shown here once and is not any more. These are showing now.',
  lookingForFilm: 'One moment, we are finding the film',
} as const;
