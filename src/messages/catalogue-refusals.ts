/** What the server answers about films. Not part of the pages. */
export const catalogueRefusals = {
  catalogueBusy: 'The list of films is being updated. Try again in a moment.',
} as const;
