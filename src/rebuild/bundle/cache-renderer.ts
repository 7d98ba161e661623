import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroConfig, AstroIntegration } from 'astro';
import { RENDERER_MANIFEST_FILE, type RendererManifest } from './renderer-manifest.ts';

interface AstroPrerenderer {
  app: { getSettings: () => { scripts: RendererManifest['scripts'] } };
}

/**
 * With `cacheDir`, `astro build` renders no page and copies its renderer there, so that src/rebuild/render can render single
 * pages later. Without `cacheDir`, the build is unchanged.
 */
export function cacheRenderer(cacheDir: string | undefined): AstroIntegration {
  let config: AstroConfig;
  return {
    name: 'cache-renderer',
    hooks: {
      'astro:config:done': (done) => {
        config = done.config;
      },
      'astro:build:start': ({ setPrerenderer }) => {
        if (!cacheDir) return;
        setPrerenderer((defaultPrerenderer) => ({
          ...defaultPrerenderer,
          setup: async () => {
            await defaultPrerenderer.setup?.();
            copyRenderer(defaultPrerenderer as unknown as AstroPrerenderer, config, cacheDir);
          },
          getStaticPaths: async () => [],
        }));
      },
    },
  };
}

function copyRenderer({ app }: AstroPrerenderer, config: AstroConfig, cacheDir: string) {
  mkdirSync(cacheDir, { recursive: true });
  // Astro puts `.prerender` into the output folder, because bundle.ts runs it in a parent folder.
  cpSync(fileURLToPath(new URL('.prerender/', config.outDir)), cacheDir, { recursive: true });
  const manifest: RendererManifest = { scripts: app.getSettings().scripts };
  writeFileSync(join(cacheDir, RENDERER_MANIFEST_FILE), JSON.stringify(manifest));
}
