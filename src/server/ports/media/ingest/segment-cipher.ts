import { createCipheriv } from 'node:crypto';

/** AES-128-CBC with PKCS7; the IV is the media sequence number as 128 bits, as RFC 8216 has it. */
export function encryptSegment(plain: Uint8Array, key: Uint8Array, sequence: number): Buffer {
  const iv = Buffer.alloc(16);
  iv.writeBigUInt64BE(BigInt(sequence), 8);
  const cipher = createCipheriv('aes-128-cbc', key, iv);
  return Buffer.concat([cipher.update(plain), cipher.final()]);
}
