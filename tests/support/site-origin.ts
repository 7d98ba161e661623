import { probePort } from '../../scripts/port.ts';
import { aFreePort } from './server-process.ts';

/** The origin of the sites that tests build. It is constant, because a bundle belongs to one origin: all tests share one. */
export const SITE_ORIGIN = 'http://localhost:4390';

export const probeSiteOrigin = () =>
  probePort({ port: Number(new URL(SITE_ORIGIN).port), host: 'localhost', passedSocket: null });

/** `SITE_ORIGIN`, or another origin (and so another bundle) if its port is taken. */
export const aFreeSiteOrigin = () =>
  probeSiteOrigin().then(
    () => SITE_ORIGIN,
    async () => `http://localhost:${await aFreePort()}`,
  );
