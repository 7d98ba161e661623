import type { NamedSound } from './name-sound.ts';

export interface ChosenStreams {
  /** Index of the picture. */
  picture: number;
  /** Index of the first picture that is no cover. */
  firstPicture: number;
  sounds: NamedSound[];
  /**
   * Indexes of the sounds that the versions before this choice took: one for each language, without
   * roles.
   */
  earlierSounds: number[];
}

/**
 * Part of the digest; undefined if earlier versions chose the same streams, so that their packages
 * stay valid.
 */
export function choiceDigest({
  picture,
  firstPicture,
  sounds,
  earlierSounds,
}: ChosenStreams): unknown {
  const indexes = sounds.flatMap(({ sound }) => sound?.indexes ?? []);
  const isUsual =
    picture === firstPicture &&
    sounds.every(({ role, sound }) => role === null && !sound?.layout) &&
    indexes.join() === earlierSounds.join();
  return isUsual
    ? undefined
    : { picture, sounds: sounds.map(({ name, sound }) => [name, sound?.layout, sound?.indexes]) };
}
