import { html } from 'hono/html';
import { LANGUAGE } from '#domain/format/locale.ts';
import { displayRupees } from '#domain/format/numbers.ts';
import { toRupees } from '#domain/pricing.ts';

/**
 * The layout of the sandbox's own pages. No inline script or style, so that a strict content policy
 * allows it.
 */
export const sandboxPage = (
  title: string,
  scripts: string | string[],
  main: ReturnType<typeof html>,
) =>
  html`<!doctype html>
    <html lang="${LANGUAGE}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/sandbox/sandbox.css" />
        ${[scripts].flat().map((script) => html`<script src="/sandbox/${script}" defer></script>`)}
      </head>
      <body>
        <header>
          <strong>Sandbox</strong>
          <nav aria-label="Sandbox">
            <a href="/sandbox">Control</a> <a href="/sandbox/inbox">Inbox</a>
          </nav>
        </header>
        ${main}
      </body>
    </html>`;

export const formatPaise = (paise: number) => displayRupees(toRupees(paise));
