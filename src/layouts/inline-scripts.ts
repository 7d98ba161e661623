import { createHash } from 'node:crypto';
import guard from './guard.js?raw';
import guardedPage from './guarded-page.js?raw';
import incompletePage from './incomplete-page.js?raw';
import dates from './local-dates.js?raw';

const withoutComments = (source: string) =>
  source.replaceAll(/\s*\/\*.*?\*\/|^\s*\/\/[^\n]*\n|^\s+/gms, '').trim();

/** The page must contain exactly these texts. */
export const inlineScripts = {
  guard: withoutComments(guard),
  guardedPage: withoutComments(guardedPage),
  dates: withoutComments(dates),
  incompletePage: withoutComments(incompletePage),
  /** Before all other scripts of a page: loads what browsers before Chromium 120 lack. */
  oldBrowsers: `URL.canParse||document.write('<script src="/old-browsers.js"><\\/script>')`,
};

/**
 * A layout calls this before its head is rendered. middleware.ts keeps only the hashes of scripts
 * that are in the page.
 */
export function allowInlineScripts(
  csp: { insertScriptHash: (hash: `sha256-${string}`) => void } | undefined,
) {
  for (const script of Object.values(inlineScripts))
    csp?.insertScriptHash(`sha256-${createHash('sha256').update(script).digest('base64')}`);
}
