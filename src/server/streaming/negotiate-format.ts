import { accepts } from 'hono/accepts';
import type { AppContext } from '../http/app-context.ts';

/**
 * Returns the media type that the client prefers, by default the first. Tells caches that the
 * response has several formats.
 */
export function negotiateFormat<Format extends string>(
  context: AppContext,
  supports: [Format, ...Format[]],
): Format {
  context.header('Vary', 'Accept', { append: true });
  return accepts(context, { header: 'Accept', supports, default: supports[0] }) as Format;
}
