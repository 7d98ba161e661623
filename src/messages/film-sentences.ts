/**
 * Sentences about films that several parts show. Constants, so that a page loads only those that it
 * shows.
 */
export const filmHasDate =
  'Your film has a date. Viewers can book it as soon as its page is online.';
export const filmStreams = 'Your film is now streaming. Anybody can buy a ticket for it.';
export const filmNotFound = 'We couldn’t find this film';
