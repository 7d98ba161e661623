const FREE_AFTER_MS = 60_000;

/** Hands a text, or a file that came over the wire, to the browser to keep. */
export function saveFile(name: string, type: string, content: string | Blob) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  // Some browsers read the file only after the click is over.
  setTimeout(() => URL.revokeObjectURL(address), FREE_AFTER_MS);
}
