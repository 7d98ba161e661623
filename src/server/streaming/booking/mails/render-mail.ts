import { html, raw } from 'hono/html';
import { LANGUAGE } from '#domain/format/locale.ts';
import { commonMessages } from '#messages/common.ts';
import { mailMessages as text } from '#messages/mails.ts';

/** The content of a mail, in reading order; rendered as plain text and as HTML. */
export interface MailContent {
  film: string;
  englishName: string | null;
  lead: string;
  facts: [label: string, value: string][];
  links: { label: string; address: string }[];
  /** The `cid` of the attached QR code. */
  qrCodeCid: string | null;
  notes: string[];
}

export const renderMail = (content: MailContent) => ({
  text: renderText(content),
  html: renderHtml(content),
});

const renderText = ({ film, englishName, lead, facts, links, notes }: MailContent): string =>
  [
    englishName ? `${film} (${englishName})` : film,
    lead,
    facts.map(([label, value]) => `${label}: ${value}`).join('\n'),
    links.map(({ label, address }) => `${label}: ${address}`).join('\n'),
    ...notes,
    commonMessages.brand,
  ].join('\n\n');

// Few mail programs read style sheets: layout is inline, and only the dark colours are in the style
// sheet.
const DARK_MODE_CSS = `@media (prefers-color-scheme: dark) {
  body { background: #150c0f !important; color: #f5ece5 !important }
  .sheet { background: #20151a !important; border-color: #3b2b30 !important }
  .soft { color: #bdaba8 !important }
  a, .brand { color: #f2c4b6 !important }
}`;
const BODY_STYLE =
  'margin:0;padding:24px;background:#eceee1;color:#1f1216;font:16px/1.5 sans-serif';
const CONTENT_STYLE =
  'max-width:560px;margin:0 auto;padding:24px;background:#fbfbf6;border:1px solid #d3d4c4';

const renderHtml = ({
  film,
  englishName,
  lead,
  facts,
  links,
  qrCodeCid,
  notes,
}: MailContent): string =>
  String(
    html`<!doctype html>
      <html lang="${LANGUAGE}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width" />
          <meta name="color-scheme" content="light dark" />
          <title>${film}</title>
          <style>
            ${raw(DARK_MODE_CSS)}
          </style>
        </head>
        <body style="${BODY_STYLE}">
          <div class="sheet" style="${CONTENT_STYLE}">
            <h1 style="margin:0;font-size:26px;line-height:1.15" dir="auto">${film}</h1>
            ${englishName ? html`<p class="soft" style="margin:4px 0 0;color:#5e4c4f">${englishName}</p>` : ''}
            <p>${lead}</p>
            <table style="border-collapse:collapse">
              ${facts.map(
                ([label, value]) =>
                  html`<tr>
                    <th
                      class="soft"
                      scope="row"
                      style="padding:4px 16px 4px 0;text-align:left;vertical-align:top;font-weight:400;color:#5e4c4f"
                    >
                      ${label}
                    </th>
                    <td style="padding:4px 0">${value}</td>
                  </tr>`,
              )}
            </table>
            ${qrCodeCid ? html`<p><img src="cid:${qrCodeCid}" width="176" height="176" alt="${text.qrCodeAlt}" /></p>` : ''}
            ${links.map(({ label, address }) => html`<p><a href="${address}" style="color:#611226">${label}</a></p>`)}
            ${notes.map((note) => html`<p class="soft" style="font-size:14px;color:#5e4c4f">${note}</p>`)}
            <p class="brand" style="font-weight:700;color:#611226">${commonMessages.brand}</p>
          </div>
        </body>
      </html>`,
  );
