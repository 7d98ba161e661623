import { createHash } from 'node:crypto';
import { defineMiddleware } from 'astro:middleware';

const POLICY = /<meta http-equiv="content-security-policy"[^>]*>/;
/**
 * After the preloads and before every tag that shows a text: texts in attributes may look like
 * tags.
 */
const TITLE = /<title\b/;
/** Matches overlap, so that a text in an attribute hides no script. */
const INLINE = /<(script|style)\b[^>]*>(?=([\s\S]*?)<\/\1>)/g;

/** Runs when a page is rendered. */
export const onRequest = defineMiddleware(async (_context, next) => {
  const response = await next();
  if (!response.headers.get('content-type')?.startsWith('text/html')) return response;
  const { status, headers } = response;
  return new Response(withOwnPolicy(await response.text()), { status, headers });
});

/**
 * Astro writes the content policy at the end of the head, behind scripts that it is for, and with
 * the hashes of all pages: 1 kB that does not compress.
 */
function withOwnPolicy(html: string): string {
  const policy = POLICY.exec(html)?.[0];
  if (!policy) return html;
  const inline = [...html.matchAll(INLINE)].map(([, , text]) => text!);
  const own = new Set(
    inline.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`),
  );
  const ownPolicy = policy.replace(/ ('sha256-[^']+')/g, (part, hash: string) =>
    own.has(hash) ? part : '',
  );
  return html.replace(policy, '').replace(TITLE, (tag) => ownPolicy + tag);
}
