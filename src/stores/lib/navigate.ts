/** Opens a page of the site. */
export const go = (path: string) => globalThis.location?.assign(path);

/** Opens a page of the site in this one's place: Back does not return here. */
export const goInstead = (path: string) => globalThis.location?.replace(path);
