import { type Check, problem, warning, healthy } from './finding.ts';

/**
 * The server listens with plain HTTP on PORT. If ORIGIN has another scheme or port, a proxy listens
 * there.
 */
export const checkProxy: Check = async ({ config: { origin, port, trustProxy } }) => {
  if (trustProxy) return healthy('The proxy’s X-Forwarded-For header identifies callers');
  const { protocol, port: originPort } = new URL(origin);
  const isTls = protocol === 'https:';
  if (!isTls && Number(originPort || 80) === port)
    return healthy('Callers reach the server directly, without a proxy');
  const makeFinding = isTls ? problem : warning;
  return makeFinding(
    `${origin} is the address of a proxy, but TRUST_PROXY is not set: all callers count as one and share the limits for codes and playback`,
    'Set TRUST_PROXY=true, and make the proxy send X-Forwarded-For. npm run cinema -- host nginx (or caddy) prints such a configuration.',
  );
};
