import type { HlsConfig, LoaderCallbacks, LoaderConfiguration, LoaderContext, PlaylistLoaderConstructor } from 'hls.js';

/**
 * A loader of playlists that has `text` for the address `url` at hand, once: the master playlist comes with the sitting, and asking
 * for it would keep the first picture waiting by a round trip.
 */
export function withKnownPlaylist(Loader: HlsConfig['loader'], url: string, text: string): PlaylistLoaderConstructor {
  let isGiven = false;
  return class extends Loader {
    override load(context: LoaderContext, config: LoaderConfiguration, callbacks: LoaderCallbacks<LoaderContext>) {
      if (isGiven || context.url !== url) return super.load(context, config, callbacks);
      isGiven = true;
      const now = performance.now();
      Object.assign(this.stats.loading, { start: now, first: now, end: now });
      this.stats.loaded = this.stats.total = text.length;
      // Whoever asks does not expect an answer before the question is over.
      queueMicrotask(() => callbacks.onSuccess({ url, data: text, code: 200 }, this.stats, context, null));
    }
  } as PlaylistLoaderConstructor;
}
