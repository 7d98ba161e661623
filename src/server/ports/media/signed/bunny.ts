import { createHmac } from 'node:crypto';
import { type FolderSigner, unixSeconds } from './signed-folder.ts';

/**
 * Puts the signature into the path, which relative addresses inherit. `key` is the token
 * authentication key of the pull zone.
 */
export const bunnySigner =
  ({ baseUrl, key }: { baseUrl: string; key: string }): FolderSigner =>
  (folder, { expires }) => {
    const until = unixSeconds(expires);
    const message = `${folder}${until}token_path=${folder}`;
    const token = `HS256-${createHmac('sha256', key).update(message).digest('base64url')}`;
    const path = encodeURIComponent(folder);
    return {
      base: `${baseUrl}/bcdn_token=${token}&token_path=${path}&expires=${until}${folder}`,
      query: '',
    };
  };
