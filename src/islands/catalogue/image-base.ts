const ottUrl = import.meta.env.PUBLIC_OTT_URL ?? '';

/** Resolves a root path against the service origin: the site may have another origin. */
export const mediaHref = (path: string): string =>
  URL.canParse(ottUrl) ? new URL(path, ottUrl).href : path;

export const IMAGE_BASE: string = import.meta.env.PUBLIC_IMAGE_BASE || mediaHref('/media/images');
