import { z } from 'zod';
import type { CaptionFile } from '#server/ports/media/ingest/captions/captions.ts';
import { type FindingCode, WARNING_CODES } from '#server/ports/media/ingest/findings.ts';
import { languageTag } from '#server/ports/media/ingest/language.ts';

export interface OutputTarget {
  folder: string | undefined;
  storage: { bucket: string; prefix: string } | null;
}

export const outputTarget = z.string().transform((out, context): OutputTarget => {
  if (!out.startsWith('s3:')) return { folder: out, storage: null };
  const [, bucket, prefix = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]+)(?:\/(.*))?$/.exec(out) ?? [];
  if (bucket)
    return {
      folder: undefined,
      storage: { bucket, prefix: prefix.replace(/^\/+|(?<!\/)\/+$/g, '') },
    };
  context.addIssue(`must be a folder or s3://bucket/prefix, not "${out}"`);
  return z.NEVER;
});

export const language = z.string().transform((typed, context): string => {
  const tag = languageTag(typed);
  if (tag) return tag;
  context.addIssue(`must be a language such as ta or pt-BR, not "${typed}"`);
  return z.NEVER;
});

/** `ta=film.srt` */
export const captionFile = z.string().transform((typed, context): CaptionFile => {
  const cut = typed.indexOf('=');
  const tag = cut < 1 ? null : languageTag(typed.slice(0, cut));
  if (tag) return { language: tag, file: typed.slice(cut + 1) };
  context.addIssue(`must be language=file, for example en=film.en.srt, not "${typed}"`);
  return z.NEVER;
});

/** `picture-ends-early,no-sound` */
export const acceptedWarnings = z.string().transform((typed, context): FindingCode[] => {
  const parsed = z
    .array(z.enum(WARNING_CODES))
    .safeParse(typed.split(',').map((code) => code.trim()));
  if (parsed.success) return parsed.data;
  context.addIssue(`must name warnings such as ${WARNING_CODES[0]}, not "${typed}"`);
  return z.NEVER;
});
