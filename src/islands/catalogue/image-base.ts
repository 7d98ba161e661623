const service = import.meta.env.PUBLIC_OTT_URL ?? '';

/** An address from the root, as the service means it that serves pictures and trailers: the site may be on another origin. */
export const mediaHref = (path: string): string => (URL.canParse(service) ? new URL(path, service).href : path);

export const IMAGE_BASE: string = import.meta.env.PUBLIC_IMAGE_BASE || mediaHref('/media/images');
