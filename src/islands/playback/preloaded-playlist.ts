import type {
  HlsConfig,
  LoaderCallbacks,
  LoaderConfiguration,
  LoaderContext,
  PlaylistLoaderConstructor,
} from 'hls.js';

/**
 * Serves the master playlist, which comes with the playback session, for the first request of
 * `url`. Saves a round trip.
 */
export function withPreloadedPlaylist(
  Loader: HlsConfig['loader'],
  url: string,
  text: Promise<string>,
): PlaylistLoaderConstructor {
  let isUsed = false;
  return class extends Loader {
    override load(
      context: LoaderContext,
      config: LoaderConfiguration,
      callbacks: LoaderCallbacks<LoaderContext>,
    ) {
      if (isUsed || context.url !== url) return super.load(context, config, callbacks);
      isUsed = true;
      void text.then((data) => {
        const now = performance.now();
        Object.assign(this.stats.loading, { start: now, first: now, end: now });
        this.stats.loaded = this.stats.total = data.length;
        callbacks.onSuccess({ url, data, code: 200 }, this.stats, context, null);
      });
    }
  } as PlaylistLoaderConstructor;
}
