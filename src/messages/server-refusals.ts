/** What the server answers to any call. Not part of the pages. */
export const serverRefusals = {
  unreadable: 'The text has a character that we can’t read. Remove it and try again.',
} as const;
