/** A length of a part of a film: `0.8 s`, `75 s`. */
export const displayFilmSeconds = (seconds: number): string =>
  `${seconds < 10 ? Number(seconds.toFixed(1)) : Math.round(seconds)} s`;

/** The time that a task needs: `40 s`, `12 min`, `2 h 05 min`. */
export function displayDuration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
}
