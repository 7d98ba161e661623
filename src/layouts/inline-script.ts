import { createHash } from 'node:crypto';

/** Removes the comments. The text must stay constant: the content policy lists its hash. */
export function inlineScript(
  source: string,
  csp: { insertScriptHash: (hash: `sha256-${string}`) => void } | undefined,
) {
  const script = source.replaceAll(/\s*\/\*.*?\*\//gs, '').trim();
  csp?.insertScriptHash(`sha256-${createHash('sha256').update(script).digest('base64')}`);
  return script;
}
