import type { Page } from '@playwright/test';
import { downloadFiles } from '#domain/downloads.ts';
import type { PackageManifest } from '#domain/playlist.ts';

export const isSegment = (path: string) => /\.m4s(\?|$)/.test(path);

export const storedFilms = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('film-')));

/** SHA-256 of each segment that the browser stores, by file. */
export const storedDigests = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(async () => {
    const digests: Record<string, string> = {};
    for (const name of (await caches.keys()).filter((each) => each.startsWith('film-'))) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const [file] = /[^/]+\/[^/]+\.m4s$/.exec(request.url) ?? [];
        if (!file) continue;
        const digest = await crypto.subtle.digest(
          'SHA-256',
          await (await cache.match(request))!.arrayBuffer(),
        );
        digests[file] = btoa(String.fromCharCode(...new Uint8Array(digest)));
      }
    }
    return digests;
  });

/** The digests that a manifest names for a downloaded picture and its sound, in the encoding of `storedDigests`. */
export const manifestDigests = (
  manifest: PackageManifest,
  rendition: string,
): Record<string, string> =>
  Object.fromEntries(
    downloadFiles(manifest, rendition)
      .filter(({ uri }) => isSegment(uri))
      .map(({ uri, sha256 }) => [uri, Buffer.from(sha256!, 'base64url').toString('base64')]),
  );
