import { createHash } from 'node:crypto';

/** Removes comments and indentation, and adds the script's hash to the content security policy. The page must contain exactly the returned text. */
export function inlineScript(
  source: string,
  csp: { insertScriptHash: (hash: `sha256-${string}`) => void } | undefined,
) {
  const script = source.replaceAll(/\s*\/\*.*?\*\/|^\s*\/\/[^\n]*\n|^\s+/gms, '').trim();
  csp?.insertScriptHash(`sha256-${createHash('sha256').update(script).digest('base64')}`);
  return script;
}
