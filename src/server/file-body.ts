import { type FileHandle, open, readFile, stat } from 'node:fs/promises';

/**
 * Chosen: half of a segment at 480p. Each part costs processor time, and each slow viewer holds one
 * part in memory.
 */
const PART_BYTES = 256 * 1024;

type Bytes = Uint8Array<ArrayBuffer>;

/** Null if there is no such file. */
export async function fileSize(path: string): Promise<number | null> {
  const found = await stat(path).catch(() => null);
  return found?.isFile() ? found.size : null;
}

/** `onCancel` gets the bytes that were not read when the client left. */
export const readFileBody = async (
  path: string,
  size: number,
  onCancel?: (unreadBytes: number) => void,
): Promise<Bytes | ReadableStream<Bytes>> =>
  size > PART_BYTES ? readInParts(path, size, onCancel) : readFile(path);

function readInParts(
  path: string,
  size: number,
  onCancel?: (unreadBytes: number) => void,
): ReadableStream<Bytes> {
  let file: FileHandle | undefined;
  let position = 0;
  return new ReadableStream<Bytes>(
    {
      async pull(controller) {
        try {
          file ??= await open(path);
          const length = Math.min(PART_BYTES, size - position);
          const { buffer, bytesRead } = await file.read(
            Buffer.allocUnsafeSlow(length),
            0,
            length,
            position,
          );
          if (bytesRead < length) throw new Error(`${path} became shorter while it was sent`);
          position += bytesRead;
          controller.enqueue(buffer);
          if (position < size) return;
          await file.close();
          controller.close();
        } catch (error) {
          await file?.close();
          controller.error(error);
        }
      },
      cancel: () => {
        onCancel?.(size - position);
        return file?.close();
      },
    },
    { highWaterMark: 0 },
  );
}
