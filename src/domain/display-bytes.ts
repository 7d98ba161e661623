const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];

/** `3.2 GB`; powers of 1000, as file managers of macOS and GNOME show them. */
export function displayBytes(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1000 ** step;
  return `${value.toFixed(step === 0 || value >= 100 ? 0 : 1)} ${UNITS[step]}`;
}
