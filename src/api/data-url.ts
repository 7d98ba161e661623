const CHUNK_BYTES = 8192;

/**
 * For small pictures: the content policy allows `data:` URLs. A `data:` URL stays valid after a
 * signed URL has expired.
 */
export async function dataUrl(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (let from = 0; from < bytes.length; from += CHUNK_BYTES)
    text += String.fromCharCode(...bytes.subarray(from, from + CHUNK_BYTES));
  return `data:${file.type};base64,${btoa(text)}`;
}
