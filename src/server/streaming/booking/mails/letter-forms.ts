import { html } from 'hono/html';
import { commonMessages } from '#messages/common.ts';
import { mailMessages as text } from '#messages/mails.ts';
import type { Letter } from './letter.ts';

export const letterText = ({ film, otherName, lead, facts, links, notes }: Letter): string =>
  [
    otherName ? `${film} (${otherName})` : film,
    lead,
    facts.map(([label, value]) => `${label}: ${value}`).join('\n'),
    links.map(({ label, address }) => `${label}: ${address}`).join('\n'),
    ...notes,
    commonMessages.brand,
  ].join('\n\n');

// Mail programs know no style sheets; what must hold stands on the elements.
const BODY = 'margin:0;padding:24px;background:#eceee1;color:#1f1216;font:16px/1.5 sans-serif';
const SHEET = 'max-width:560px;margin:0 auto;padding:24px;background:#fbfbf6;border:1px solid #d3d4c4';

export const letterHtml = ({ film, otherName, lead, facts, links, code, notes }: Letter): string =>
  String(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <title>${film}</title>
        </head>
        <body style="${BODY}">
          <div style="${SHEET}">
            <h1 style="margin:0;font-size:26px;line-height:1.15" dir="auto">${film}</h1>
            ${otherName ? html`<p style="margin:4px 0 0;color:#5e4c4f">${otherName}</p>` : ''}
            <p>${lead}</p>
            <table style="border-collapse:collapse">
              ${facts.map(
                ([label, value]) =>
                  html`<tr>
                    <th scope="row" style="padding:4px 16px 4px 0;text-align:left;font-weight:400;color:#5e4c4f">
                      ${label}
                    </th>
                    <td style="padding:4px 0">${value}</td>
                  </tr>`,
              )}
            </table>
            ${code ? html`<p><img src="cid:${code}" width="176" height="176" alt="${text.showThis}" /></p>` : ''}
            ${links.map(({ label, address }) => html`<p><a href="${address}" style="color:#611226">${label}</a></p>`)}
            ${notes.map((note) => html`<p style="font-size:14px;color:#5e4c4f">${note}</p>`)}
            <p style="font-weight:700;color:#611226">${commonMessages.brand}</p>
          </div>
        </body>
      </html>`,
  );
