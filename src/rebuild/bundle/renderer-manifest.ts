/** What a kept renderer needs besides its own files. */
export interface RendererCard {
  /** Astro's own, such as what an integration puts into every head. */
  scripts: { stage: string; content: string }[];
}

export const RENDERER_CARD = 'renderer.json';
