import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
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
  cpSync(outputOf(config), keepIn, { recursive: true });
  // It asks for packages by their names.
  symlinkSync(fileURLToPath(new URL('node_modules', config.root)), join(keepIn, 'node_modules'));
  const card: RendererCard = { scripts: app.getSettings().scripts };
  writeFileSync(join(keepIn, RENDERER_CARD), JSON.stringify(card));
}

/** Where Astro puts the server's half of a build: into the output folder, or into the project's where that is elsewhere. */
function outputOf({ outDir, root }: AstroConfig): string {
  const own = fileURLToPath(new URL('.prerender/', outDir));
  return existsSync(own) ? own : fileURLToPath(new URL('.astro/.prerender/', root));
}
