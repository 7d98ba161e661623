import { sign } from 'node:crypto';
import { type FolderSigner, unixSeconds } from './signed-folder.ts';

/**
 * Signs with CloudFront's custom policy in the query of every address. `key` is a private key
 * (PEM).
 */
export const cloudfrontSigner =
  ({ baseUrl, key, keyId }: { baseUrl: string; key: string; keyId: string }): FolderSigner =>
  (folder, { expires }) => {
    const resource = `${baseUrl}${folder}*`;
    const condition = { DateLessThan: { 'AWS:EpochTime': unixSeconds(expires) } };
    const policy = JSON.stringify({ Statement: [{ Resource: resource, Condition: condition }] });
    const signature = sign('sha256', Buffer.from(policy), key);
    const fields = [
      `Policy=${urlSafe(Buffer.from(policy))}`,
      `Signature=${urlSafe(signature)}`,
      `Key-Pair-Id=${keyId}`,
      'Hash-Algorithm=SHA256',
    ];
    return { base: `${baseUrl}${folder}`, query: `?${fields.join('&')}` };
  };

/** Base64 with CloudFront's replacements for the three characters that URLs cannot hold. */
const urlSafe = (bytes: Buffer) =>
  bytes.toString('base64').replaceAll('+', '-').replaceAll('=', '_').replaceAll('/', '~');
