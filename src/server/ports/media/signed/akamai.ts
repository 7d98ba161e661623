import { createHmac } from 'node:crypto';
import { type FolderSigner, unixSeconds } from './signed-folder.ts';

/** Signs the whole folder with an EdgeAuth token (`hdnts`). `key` is hexadecimal. */
export const akamaiSigner =
  ({ baseUrl, key }: { baseUrl: string; key: string }): FolderSigner =>
  (folder, { expires }) => ({
    base: `${baseUrl}${folder}`,
    query: `?hdnts=${akamaiToken(key, [`exp=${unixSeconds(expires)}`, `acl=${folder}*`])}`,
  });

export function akamaiToken(hexKey: string, fields: string[]): string {
  const message = fields.join('~');
  const hmac = createHmac('sha256', Buffer.from(hexKey, 'hex')).update(message).digest('hex');
  return `${message}~hmac=${hmac}`;
}
