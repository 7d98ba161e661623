import { createPrivateKey } from 'node:crypto';
import { ConfigError } from './config-error.ts';
import type { Environment } from './environment.ts';
import { requireSetting } from './read-setting.ts';

export function mediaCdnSettings(env: Environment) {
  const kind = env.MEDIA_CDN;
  if (!kind) return null;
  const baseUrl = requireSetting(env, 'MEDIA_CDN_URL', 'MEDIA_CDN').replace(/\/$/, '');
  const key = requireSetting(env, 'MEDIA_CDN_KEY', 'MEDIA_CDN');
  if (kind === 'akamai' && !/^([0-9a-f]{2})+$/i.test(key))
    throw new ConfigError('The setting MEDIA_CDN_KEY must be hexadecimal for Akamai');
  if (kind !== 'cloudfront') return { kind, baseUrl, key };
  const keyId = requireSetting(env, 'MEDIA_CDN_KEY_ID', 'MEDIA_CDN=cloudfront');
  return { kind, baseUrl, key: privateKeyOf(key), keyId };
}

/** An environment file has the PEM in one line, with \n for line ends. */
function privateKeyOf(text: string): string {
  const pem = text.replaceAll('\\n', '\n');
  try {
    createPrivateKey(pem);
    return pem;
  } catch {
    throw new ConfigError('The setting MEDIA_CDN_KEY is not a private key in PEM');
  }
}
