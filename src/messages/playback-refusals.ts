/** API errors for playback. In a file of their own, because only the server loads them. */
export const playbackRefusals = {
  tokenInvalid: 'Your link to the film has expired. Open the film again.',
  filmNotReady: 'This film is not ready to play yet. Try again later.',
  notInFilm: 'This part of the film does not exist',
  tooManyKeys: 'Too many requests for this film. Wait a minute and try again.',
  tooManyPlays: 'You started the film too many times. Wait a while and try again.',
  tooManyDownloads: 'You started this download too many times. Wait a while and continue.',
  playNotFound: 'We couldn’t find this playback. Open the film again.',
  packageUnknown: 'There is no such package. Look at the page of the film again.',
} as const;
