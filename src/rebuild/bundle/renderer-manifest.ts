export interface RendererManifest {
  /** Astro's injected scripts, for example what an integration adds to every head. */
  scripts: { stage: string; content: string }[];
}

export const RENDERER_MANIFEST_FILE = 'renderer.json';
