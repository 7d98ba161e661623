import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { MediaError } from './errors.ts';

/** SHA-256 in hexadecimal. Throws MediaError if the file cannot be read. */
export async function fileDigest(file: string): Promise<string> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  } catch (error) {
    throw new MediaError(`${file} cannot be read: ${(error as Error).message}`);
  }
  return hash.digest('hex');
}
