import { createCipheriv } from 'node:crypto';

/** AES-128-CBC with PKCS7. The IV is the media sequence number as 128 bits (RFC 8216). */
export function encryptSegment(plain: Uint8Array, key: Uint8Array, sequence: number): Buffer {
  const iv = Buffer.alloc(16);
  iv.writeBigUInt64BE(BigInt(sequence), 8);
  const cipher = createCipheriv('aes-128-cbc', key, iv);
  return Buffer.concat([cipher.update(plain), cipher.final()]);
}
