/** The address of the site of this build. Throws Error without one. */
export function siteOf({ site }: { site?: URL | undefined }): URL {
  if (!site) throw new Error('This build has no site address: set ORIGIN.');
  return site;
}
