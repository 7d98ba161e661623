/** A poster keeps its place between a list and its film. Keys are URL-safe; what a CSS name may not hold is dropped. */
export const transitionName = (movieKey: string) => `poster-${movieKey.replace(/[^\w-]/g, '')}`;

/** The name for a film's own page; layouts/guard.js gives it to the poster. */
export const placeName = (movieKey: string) => ({ '--place': transitionName(movieKey) }) as React.CSSProperties;
