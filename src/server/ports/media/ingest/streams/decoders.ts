import { readToolOutput, type RunOptions } from '../tools.ts';

/** The names of the codecs that this ffmpeg decodes: ` DEAIL. aac …`. Throws ToolMissing. */
export async function decodableCodecs(options: RunOptions): Promise<Set<string>> {
  const list = await readToolOutput('ffmpeg', ['-hide_banner', '-codecs'], options);
  return new Set([...list.matchAll(/^ D\S{5} (\S+)/gm)].map(([, name]) => name!));
}
