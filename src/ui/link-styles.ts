const loading = new Map<string, Promise<unknown>>();

/**
 * Adds a style sheet once. Resolves when it has loaded, or could not: a part without styles is
 * better than none.
 */
export function linkStyles(href: string): Promise<unknown> {
  const known = loading.get(href);
  if (known) return known;
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
  const loaded = new Promise((resolve) => (link.onload = link.onerror = resolve));
  document.head.append(link);
  loading.set(href, loaded);
  return loaded;
}
