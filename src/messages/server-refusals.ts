/** What the server answers to any call. Not part of the pages. */
export const serverRefusals = {
  serverUnavailable: 'Matinee is unavailable for a moment. Try again in a minute.',
  unreadable: 'The text has a character that we can’t read. Remove it and try again.',
} as const;
