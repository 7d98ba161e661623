export interface Point {
  latitude: number;
  longitude: number;
}

const TIMEOUT_MS = 15_000;

/** The viewer denied the permission, or the browser blocks it for this origin. */
export class GeolocationDeniedError extends Error {
  override readonly name = 'GeolocationDeniedError';
}

export const currentPosition = () =>
  new Promise<Point>((resolve, reject) => {
    if (!globalThis.navigator?.geolocation)
      return reject(new Error('This browser has no geolocation'));
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => resolve({ latitude, longitude }),
      ({ code, message, PERMISSION_DENIED }) =>
        reject(
          code === PERMISSION_DENIED ? new GeolocationDeniedError(message) : new Error(message),
        ),
      { timeout: TIMEOUT_MS, maximumAge: TIMEOUT_MS },
    );
  });
