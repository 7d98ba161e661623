/**
 * Shared transition name of a poster in a list and on its film page. Removes characters that CSS
 * names do not allow.
 */
export const transitionName = (movieKey: string) => `poster-${movieKey.replace(/[^\w-]/g, '')}`;

/** layouts/guard.js applies `--name` to the poster of a film page. */
export const transitionStyle = (movieKey: string) =>
  ({ '--name': transitionName(movieKey) }) as React.CSSProperties;
