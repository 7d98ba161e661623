export const submissionRefusals = {
  tooManyFilms: 'You sent too many films. Wait a while and try again.',
  tooManyFilmsFromNetwork:
    'Too many films were sent from your network. Wait a while and try again.',
  posterNotFound: 'We no longer have your poster. Choose it again.',

  tooManyPosters: 'You sent too many pictures. Wait a while and try again.',
  pictureFileTooLarge: (most: number) => `A poster can have at most ${most} MB`,
} as const;
