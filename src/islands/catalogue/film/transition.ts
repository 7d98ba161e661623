/** A poster keeps its place between a list and its film. Keys are URL-safe; what a CSS name may not hold is dropped. */
export const transitionName = (movieKey: string) => `poster-${movieKey.replace(/[^\w-]/g, '')}`;
