import { probeSitePort, SITE_ORIGIN } from '../../scripts/shots/site-origin.ts';
import { aFreePort } from './server-process.ts';

/** `SITE_ORIGIN`, or another origin (and so another bundle) if its port is taken. */
export const aFreeSiteOrigin = () =>
  probeSitePort().then(
    () => SITE_ORIGIN,
    async () => `http://localhost:${await aFreePort()}`,
  );
