const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];

/** `3.2 GB`; powers of 1000, as file managers of macOS and GNOME show them. */
export function displayBytes(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1000 ** step;
  return `${value.toFixed(step === 0 || value >= 100 ? 0 : 1)} ${UNITS[step]}`;
}

/** `7 MB`, `1.2 GB`, `17 GB`: space that is needed, in full megabytes. */
export function displaySpace(bytes: number): string {
  if (bytes < 1e9) return `${Math.ceil(bytes / 1e6)} MB`;
  return `${(bytes / 1e9).toFixed(bytes < 1e10 ? 1 : 0)} GB`;
}
