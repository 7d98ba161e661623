import { ConfigError } from './config-error.ts';
import type { Environment } from './environment.ts';

/**
 * Throws ConfigError if other machines could reach the provider sandboxes, unless
 * ALLOW_PUBLIC_SANDBOX is set.
 */
export function checkSandboxIsPrivate(
  { HOST, ALLOW_PUBLIC_SANDBOX }: Environment,
  origin: string,
): void {
  if (ALLOW_PUBLIC_SANDBOX) return;
  const reason = publicSettingReason(HOST, origin);
  if (!reason) return;
  throw new ConfigError(
    `${reason}, so other machines could reach the sandboxes, which show every one-time code and accept payments without money. ` +
      'Set NODE_ENV=production for a public server. ' +
      'To use the sandboxes in your own network, as from a phone, set ALLOW_PUBLIC_SANDBOX=true.',
  );
}

function publicSettingReason(host: string, origin: string): string | null {
  if (!isThisMachine(host)) return `The setting HOST is ${host}`;
  if (!isThisMachine(new URL(origin).hostname)) return `The setting ORIGIN is ${origin}`;
  return null;
}

/** RFC 6761 reserves .localhost and .test: no public name ends with them. */
export const isThisMachine = (host: string) =>
  /^(([\w-]+\.)*(localhost|test)|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host.replace(/\.$/, ''));
