/** A small file as an address that the content policy lets a picture have. */
export async function dataUrl(file: Blob): Promise<string> {
  let text = '';
  for (const byte of new Uint8Array(await file.arrayBuffer())) text += String.fromCharCode(byte);
  return `data:${file.type};base64,${btoa(text)}`;
}
