import { type Check, ill, look, well } from './finding.ts';

/** The server speaks plain HTTP on PORT. If ORIGIN has another scheme or port, a proxy answers there. */
export const callersAreDistinct: Check = async ({ config: { origin, port, trustProxy } }) => {
  if (trustProxy) return well('proxy', 'Callers are told apart by the X-Forwarded-For of the proxy');
  const { protocol, port: originPort } = new URL(origin);
  const isTls = protocol === 'https:';
  if (!isTls && Number(originPort || 80) === port) return well('proxy', 'Callers reach the server without a proxy');
  const find = isTls ? ill : look;
  return find(
    'proxy',
    `${origin} is the address of a proxy, and TRUST_PROXY is not set: all callers count as one, and share limits of codes and leases of films`,
    'Set TRUST_PROXY=true, and let the proxy send X-Forwarded-For: npm run cinema -- host nginx (or caddy) prints a file that does.',
  );
};
