import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CaptionFile, readCaptions } from '#server/ports/media/ingest/captions/captions.ts';
import type { CaptionEncoding } from '#server/ports/media/ingest/captions/encodings.ts';
import { describeFinding } from '#server/ports/media/ingest/findings.ts';
import { captionVariant } from '#server/ports/media/package-captions.ts';
import {
  changeCaptions,
  requireCaptions,
  requireFilmPackage,
} from '#server/streaming/catalogue/manage/captions.ts';
import type { CommandResult } from '../command-result.ts';
import type { ServerCommandContext } from '../server-command-context.ts';

interface SetInput {
  film: string;
  captions: CaptionFile[];
  captionEncoding?: CaptionEncoding | undefined;
}

/** Throws MediaError for captions that cannot be read. */
export async function setCaptions(
  context: ServerCommandContext,
  { film, captions, captionEncoding }: SetInput,
): Promise<CommandResult> {
  const base = await requireFilmPackage(context.deps.db, film);
  await using folder = await mkdtempDisposable(join(tmpdir(), 'matinee-captions-'));
  const given = captions.map((each) => ({ ...each, file: context.resolvePath(each.file) }));
  const { files, findings } = await readCaptions(given, folder.path, {
    encoding: captionEncoding,
    filmSeconds: base.manifest.durationSeconds,
  });
  const variant = await captionVariant(base, files);
  await context.media.storeCaptions(variant);
  const result = await context.change((deps) => changeCaptions(deps, film, variant));
  return { ...result, report: [...result.report, ...findings.map(describeFinding)] };
}

export async function removeCaptions(
  context: ServerCommandContext,
  { film, languages }: { film: string; languages: string[] },
): Promise<CommandResult> {
  const base = await requireFilmPackage(context.deps.db, film);
  requireCaptions(base, languages, film);
  const variant = await captionVariant(base, [], languages);
  await context.media.storeCaptions(variant);
  return context.change((deps) => changeCaptions(deps, film, variant));
}
