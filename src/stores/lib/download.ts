const REVOKE_AFTER_MS = 60_000;

export function saveFile(name: string, type: string, content: string | Blob) {
  const url = URL.createObjectURL(new Blob([content], { type }));
  downloadFrom(url, name);
  // Some browsers read the file only after the click.
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
}

export function downloadFrom(href: string, name: string) {
  const link = Object.assign(document.createElement('a'), { href, download: name });
  document.body.append(link);
  link.click();
  link.remove();
}
