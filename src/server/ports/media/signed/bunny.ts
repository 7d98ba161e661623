import { createHmac } from 'node:crypto';
import { type FolderSigner, unixSeconds } from './signed-folder.ts';

/**
 * Bunny's token authentication over HMAC, in the path: relative addresses inherit it.
 * `baseUrl` is the pull zone's, `key` its URL token authentication key.
 */
export const bunnySigner =
  ({ baseUrl, key }: { baseUrl: string; key: string }): FolderSigner =>
  (folder, { expires }) => {
    const until = unixSeconds(expires);
    const message = `${folder}${until}token_path=${folder}`;
    const token = `HS256-${createHmac('sha256', key).update(message).digest('base64url')}`;
    const path = encodeURIComponent(folder);
    return { base: `${baseUrl}/bcdn_token=${token}&token_path=${path}&expires=${until}${folder}`, query: '' };
  };
