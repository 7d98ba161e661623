import { probePort } from '../port.ts';

/**
 * The origin of the sites that tests build. It is constant, so that all tests share one bundle: a
 * bundle belongs to one origin.
 */
export const SITE_ORIGIN = 'http://localhost:4390';

export const SITE_PORT = Number(new URL(SITE_ORIGIN).port);

export const probeSitePort = () =>
  probePort({ port: SITE_PORT, host: 'localhost', passedSocket: null });
