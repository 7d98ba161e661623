/** API errors for playback. In a file of their own, because only the server loads them. */
export const playbackRefusals = {
  notInFilm: 'This part of the film does not exist',
  tooManyKeys: 'Too many requests for this film. Wait a minute and try again.',
  tooManyPlays: 'You started the film too many times. Wait a while and try again.',
  tooManyDownloads: 'You started this download too many times. Wait a while and continue.',
} as const;
