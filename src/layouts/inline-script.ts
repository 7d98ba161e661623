import { createHash } from 'node:crypto';

/** A script that stands in every page, without its comments. The text never changes, so that the content policy can name it. */
export function inlineScript(
  source: string,
  csp: { insertScriptHash: (hash: `sha256-${string}`) => void } | undefined,
) {
  const script = source.replaceAll(/\s*\/\*.*?\*\//gs, '').trim();
  csp?.insertScriptHash(`sha256-${createHash('sha256').update(script).digest('base64')}`);
  return script;
}
