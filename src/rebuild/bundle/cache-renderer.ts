import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroConfig, AstroIntegration } from 'astro';
import { RENDERER_CARD, type RendererCard } from './renderer-card.ts';

/** What Astro's own prerenderer has at hand once it is set up. */
interface SetUp {
  app: { getSettings: () => { scripts: RendererCard['scripts'] } };
}

/**
 * With `keepIn`, `astro build` bundles the site as always but draws no page: what draws them is kept in that folder, so that
 * src/rebuild/render can draw any of them later without bundling again. Without it nothing is changed.
 */
export function keepRenderer(keepIn: string | undefined): AstroIntegration {
  let config: AstroConfig;
  return {
    name: 'keep-renderer',
    hooks: {
      'astro:config:done': (done) => {
        config = done.config;
      },
      'astro:build:start': ({ setPrerenderer }) => {
        if (!keepIn) return;
        setPrerenderer((own) => ({
          ...own,
          setup: async () => {
            await own.setup?.();
            keep(own as unknown as SetUp, config, keepIn);
          },
          getStaticPaths: async () => [],
        }));
      },
    },
  };
}

function keep({ app }: SetUp, config: AstroConfig, keepIn: string) {
  mkdirSync(keepIn, { recursive: true });
  // Into the output folder, since whoever keeps a renderer runs Astro above it (bundle.ts).
  cpSync(fileURLToPath(new URL('.prerender/', config.outDir)), keepIn, { recursive: true });
  const card: RendererCard = { scripts: app.getSettings().scripts };
  writeFileSync(join(keepIn, RENDERER_CARD), JSON.stringify(card));
}
