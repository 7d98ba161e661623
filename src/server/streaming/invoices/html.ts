import { html, raw } from 'hono/html';
import type { Invoice } from '#contract/invoices.ts';
import { type Paper, readPaper, type Row } from '#contract/paper.ts';
import { LOGO_PATH, LOGO_SIZE } from '#domain/logo.ts';
import { commonMessages } from '#messages/common.ts';
import { invoiceMessages as text } from '#messages/invoices.ts';
import { STYLE_ELEMENT } from './html-style.ts';

/** The paper as a page that needs nothing from elsewhere, on a screen and on A4. */
export function invoiceHtml(invoice: Invoice): string {
  const paper = readPaper(invoice);
  return String(
    html`<!doctype html>
      <html lang="en-IN">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="robots" content="noindex" />
          <title>${paper.title} ${invoice.invoiceNo} · ${commonMessages.brand}</title>
          ${raw(STYLE_ELEMENT)}
        </head>
        <body>
          <main>
            <header>
              <div>
                <h1>${paper.title}</h1>
                <p class="small soft">${paper.numberAndDate}</p>
              </div>
              <p class="logo">
                <svg viewBox="0 0 ${LOGO_SIZE} ${LOGO_SIZE}" aria-hidden="true">
                  <path fill="currentColor" fill-rule="evenodd" d="${LOGO_PATH}" /></svg
                >${commonMessages.brand}
              </p>
            </header>
            <div class="parties small">${paper.parties.map(party)}</div>
            <table>
              <thead>
                <tr>
                  <th scope="col">${text.description}</th>
                  <th scope="col">${text.amount}</th>
                </tr>
              </thead>
              <tbody>
                ${paper.rows.map(tableRow)}
              </tbody>
              <tfoot>
                <tr>
                  <th scope="row">${paper.total.label}</th>
                  <td>${paper.total.amount}</td>
                </tr>
              </tfoot>
            </table>
            ${
              paper.facts.length
                ? html`<dl>
                    ${paper.facts.map(
                      ([label, value]) =>
                        html`<dt>${label}</dt>
                          <dd><bdi>${value}</bdi></dd>`,
                    )}
                  </dl>`
                : ''
            }
            <div class="notes small soft">${paper.notes.map((note) => html`<p>${note}</p>`)}</div>
          </main>
        </body>
      </html> `,
  );
}

const party = ({ label, name, lines }: Paper['parties'][number]) =>
  html`<div>
    <p class="wide">${label}</p>
    <p><bdi>${name}</bdi></p>
    ${lines.map((line) => html`<p>${line}</p>`)}
  </div>`;

const tableRow = ({ label, film, note, amount }: Row) =>
  html`<tr>
    <th scope="row">
      ${film ? named(label, film) : label}${film?.nameEn ? html`<span class="small">${film.nameEn}</span>` : ''}${note ? html`<span class="small soft">${note}</span>` : ''}
    </th>
    <td>${amount}</td>
  </tr>`;

/** The label with the film's name marked as words of its own language. */
function named(label: string, { name, lang }: NonNullable<Row['film']>) {
  const at = label.indexOf(name);
  if (at < 0) return label;
  const marked = lang ? html`<bdi lang="${lang}">${name}</bdi>` : html`<bdi>${name}</bdi>`;
  return html`${label.slice(0, at)}${marked}${label.slice(at + name.length)}`;
}
