import { ConfigError } from './config-error.ts';
import type { Environment } from './environment.ts';
import { requireSetting } from './read-setting.ts';

/** `s3://bucket/some/prefix` → `bucket` and `some/prefix/`. */
export function siteBucketSettings({ SITE_BUCKET: address }: Environment) {
  if (!address) return null;
  const [, bucket = '', path = ''] = /^s3:\/\/([^/]+)(?:\/(.*))?$/s.exec(address) ?? [];
  const prefix = path.replace(/(?<!\/)\/+$/, '');
  return { bucket, prefix: prefix && `${prefix}/` };
}

export function cdnPurgeSettings(env: Environment, isProduction: boolean) {
  const url = env.CDN_PURGE_URL;
  if (!url) return null;
  const token = requireSetting(env, 'CDN_PURGE_TOKEN', 'CDN_PURGE_URL');
  const { protocol, hostname } = new URL(url);
  const isLocalhost = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  if (isProduction && protocol !== 'https:' && !isLocalhost)
    throw new ConfigError(
      'The setting CDN_PURGE_URL must begin with https:, because requests to it carry a token',
    );
  return { url, token };
}
