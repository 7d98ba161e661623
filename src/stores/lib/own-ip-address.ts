import { fetchGeo } from '#api/places.ts';

const MAX_WAIT_MS = 1000;

let found: Promise<string | null> | undefined;

/** Call it before the address is needed, so that nothing waits for it. */
export const findOwnIpAddress = () =>
  (found ??= fetchGeo().then(
    ({ ip }) => ip,
    () => {
      found = undefined;
      return null;
    },
  ));

/** Null if it is unknown after a second: a film does not wait for it. */
export const ownIpAddress = (): Promise<string | null> =>
  Promise.race([
    findOwnIpAddress(),
    new Promise<null>((resolve) => setTimeout(() => resolve(null), MAX_WAIT_MS)),
  ]);
