/** The film page and the player on a phone: the film plays on a television. */
export const televisionRemoteMessages = {
  watchOnTelevision: 'Watch on your television',
  watchOn: (name: string) => `Watch on ${name}`,
  opensOn: (name: string) => `The film opens on ${name}.`,
} as const;
