export interface Point {
  latitude: number;
  longitude: number;
}

const WAIT_MS = 15_000;

/** The viewer did not allow it, or the browser never asks on this address. */
export class NotAllowedError extends Error {
  override readonly name = 'NotAllowedError';
}

/** Where the browser says that it is. It asks the viewer first. */
export const currentPosition = () =>
  new Promise<Point>((resolve, reject) => {
    if (!globalThis.navigator?.geolocation) return reject(new Error('This browser knows no position'));
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => resolve({ latitude, longitude }),
      ({ code, message, PERMISSION_DENIED }) =>
        reject(code === PERMISSION_DENIED ? new NotAllowedError(message) : new Error(message)),
      { timeout: WAIT_MS, maximumAge: WAIT_MS },
    );
  });
