import { open } from 'node:fs/promises';
import { fileTypeFromBuffer } from 'file-type';
import { canBeText } from '../../text-encoding.ts';

/** Enough bytes to recognise the format of a file. */
export const SAMPLE_BYTES = 4100;

/** The MIME type that the first bytes show; undefined for text and unknown formats. */
export async function detectType(path: string): Promise<string | undefined> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(SAMPLE_BYTES), 0, SAMPLE_BYTES, 0);
    const sample = buffer.subarray(0, bytesRead);
    return (
      (await fileTypeFromBuffer(sample))?.mime ??
      (canBeText(sample) ? undefined : 'application/octet-stream')
    );
  } finally {
    await handle.close();
  }
}
