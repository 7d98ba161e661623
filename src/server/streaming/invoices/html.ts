import { html, raw } from 'hono/html';
import type { Invoice } from '#contract/invoices.ts';
import {
  type InvoiceDocument,
  toInvoiceDocument,
  type DocumentRow,
} from '#contract/invoice-document.ts';
import { LOCALE } from '#domain/format/locale.ts';
import { LOGO_PATH, LOGO_SIZE } from '#domain/logo.ts';
import { commonMessages } from '#messages/common.ts';
import { invoiceMessages as text } from '#messages/invoices.ts';
import { STYLE_ELEMENT } from './html-style.ts';

export function invoiceHtml(invoice: Invoice): string {
  const document = toInvoiceDocument(invoice);
  return String(
    html`<!doctype html>
      <html lang="${LOCALE}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="robots" content="noindex" />
          <title>${document.title} ${invoice.invoiceNo} · ${commonMessages.brand}</title>
          ${raw(STYLE_ELEMENT)}
        </head>
        <body>
          <main>
            <header>
              <div>
                <h1>${document.title}</h1>
                <p class="small soft">${document.numberAndDate}</p>
              </div>
              <p class="logo">
                <svg viewBox="0 0 ${LOGO_SIZE} ${LOGO_SIZE}" aria-hidden="true">
                  <path fill="currentColor" fill-rule="evenodd" d="${LOGO_PATH}" /></svg
                >${commonMessages.brand}
              </p>
            </header>
            <div class="parties small">${document.parties.map(party)}</div>
            <table>
              <thead>
                <tr>
                  <th scope="col">${text.description}</th>
                  <th scope="col">${text.amount}</th>
                </tr>
              </thead>
              <tbody>
                ${document.rows.map(tableRow)}
              </tbody>
              <tfoot>
                <tr>
                  <th scope="row">${document.total.label}</th>
                  <td>${document.total.amount}</td>
                </tr>
              </tfoot>
            </table>
            ${
              document.facts.length
                ? html`<dl>
                    ${document.facts.map(
                      ([label, value]) =>
                        html`<dt>${label}</dt>
                          <dd><bdi>${value}</bdi></dd>`,
                    )}
                  </dl>`
                : ''
            }
            <div class="notes small soft">
              ${document.notes.map((note) => html`<p>${note}</p>`)}
            </div>
          </main>
        </body>
      </html> `,
  );
}

const party = ({ label, name, lines }: InvoiceDocument['parties'][number]) =>
  html`<div>
    <p class="wide">${label}</p>
    <p><bdi>${name}</bdi></p>
    ${lines.map((line) => html`<p>${line}</p>`)}
  </div>`;

const tableRow = ({ label, film, note, amount }: DocumentRow) =>
  html`<tr>
    <th scope="row">
      ${film ? markFilmName(label, film) : label}${film?.nameEn ? html`<span class="small">${film.nameEn}</span>` : ''}${note ? html`<span class="small soft">${note}</span>` : ''}
    </th>
    <td>${amount}</td>
  </tr>`;

function markFilmName(label: string, { name, lang }: NonNullable<DocumentRow['film']>) {
  const at = label.indexOf(name);
  if (at < 0) return label;
  const marked = lang ? html`<bdi lang="${lang}">${name}</bdi>` : html`<bdi>${name}</bdi>`;
  return html`${label.slice(0, at)}${marked}${label.slice(at + name.length)}`;
}
