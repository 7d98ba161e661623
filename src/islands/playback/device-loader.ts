import type { HlsConfig, LoaderCallbacks, LoaderConfiguration, LoaderContext } from 'hls.js';
import { mediaPlaylist } from '#domain/playlist.ts';
import type { DeviceFilm } from '#stores/downloads/device-film.ts';

export interface HeldKeys {
  get: (url: string) => ArrayBuffer | undefined;
  hold: (url: string, key: ArrayBuffer) => void;
}

type Loader = HlsConfig['loader'];

/**
 * Takes playlists, segments and captions from this device, and keys from memory, where they are
 * there; else from the network.
 */
export function withDeviceFilm({
  Base,
  masterUrl,
  film,
  keys,
}: {
  Base: Loader;
  masterUrl: string;
  film: DeviceFilm;
  keys: HeldKeys;
}): Loader {
  const base = masterUrl.slice(0, masterUrl.lastIndexOf('/') + 1);

  async function readLocally({ url }: LoaderContext): Promise<string | ArrayBuffer | null> {
    if (!url.startsWith(base)) return null;
    const [, folder, name = ''] =
      /^(media|captions|keys)\/(.+)$/.exec(url.slice(base.length)) ?? [];
    if (folder === 'media') return film.read(name);
    // A copy: the player may move the buffer to a worker.
    if (folder === 'keys') return keys.get(url)?.slice(0) ?? null;
    if (folder === 'captions') return readCaption(name.replace(/\.vtt$/, ''));
    return mediaPlaylist(film.manifest, url.slice(base.length).replace(/\.m3u8$/, ''));
  }

  async function readCaption(language: string): Promise<string | null> {
    const caption = film.manifest.captions.find((each) => each.language === language);
    const bytes = caption && (await film.read(caption.uri));
    return bytes?.byteLength ? new TextDecoder().decode(bytes) : null;
  }

  return class extends Base {
    private isEnded = false;

    override load(
      context: LoaderContext,
      config: LoaderConfiguration,
      callbacks: LoaderCallbacks<LoaderContext>,
    ) {
      const start = performance.now();
      const loadFromNetwork = () => super.load(context, config, holdingKeys(callbacks));
      void readLocally(context)
        .catch(() => null)
        .then((data) => {
          if (this.isEnded) return;
          if (data === null) return loadFromNetwork();
          this.context = context;
          const end = performance.now();
          Object.assign(this.stats.loading, { start, first: end, end });
          this.stats.loaded = this.stats.total =
            typeof data === 'string' ? data.length : data.byteLength;
          callbacks.onSuccess({ url: context.url, data, code: 200 }, this.stats, context, null);
        });
    }

    override abort() {
      this.isEnded = true;
      super.abort();
    }

    override destroy() {
      this.isEnded = true;
      super.destroy();
    }
  } as Loader;

  function holdingKeys(callbacks: LoaderCallbacks<LoaderContext>): LoaderCallbacks<LoaderContext> {
    return {
      ...callbacks,
      onSuccess(response, stats, context, details) {
        if (response.data instanceof ArrayBuffer && context.url.startsWith(`${base}keys/`))
          keys.hold(context.url, response.data.slice(0));
        callbacks.onSuccess(response, stats, context, details);
      },
    };
  }
}
