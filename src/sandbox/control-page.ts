import { html } from 'hono/html';
import { CONTROL_BUTTONS } from './control-buttons.ts';
import { type ControlButton, type ControlTable, webhookRow } from './control-elements.ts';
import { sandboxPage } from './page.ts';
import type { PaymentSandbox } from './payment-sandbox.ts';

const MAX_SHOWN = 50;

export const controlPage = (
  origin: string,
  webhookUrl: string,
  paymentSandboxes: PaymentSandbox[],
) =>
  sandboxPage(
    'Control · Sandbox',
    'control.js',
    html`<main>
      <h1>Sandbox</h1>
      <p>
        No real money, no real messages. <a href="/sandbox/inbox">Inbox</a> ·
        <a href="${origin}">the cinema</a> · webhooks go to <code>${webhookUrl}</code> · UPI opens a
        bank’s app with its answers, late and lost ones too · choose the faults of Google and
        Facebook in their popups.
      </p>
      <p id="reply" role="status"></p>
      ${CONTROL_BUTTONS.map(({ title, buttons }) => section(title, title, html`<p class="buttons">${buttons.map((item) => button(item))}</p>`))}
      <div id="live">${controlTables(paymentSandboxes).map(table)}</div>
    </main>`,
  );

function controlTables(paymentSandboxes: PaymentSandbox[]): ControlTable[] {
  const lists = paymentSandboxes.map((each) => each.list());
  const scripts = lists.flatMap((list) => list.scripts);
  const webhooks = lists.flatMap((list) => list.webhooks);
  return [
    {
      title: 'Pending scripts',
      headings: ['Script'],
      rows: scripts.map((script) => ({ cells: [JSON.stringify(script)] })),
    },
    ...paymentSandboxes.flatMap((each) => each.tables()),
    {
      title: 'Webhooks',
      headings: ['Event', 'Id', 'Tries', 'State'],
      rows: webhooks.map(webhookRow),
    },
  ];
}

const section = (name: string, heading: string, content: ReturnType<typeof html>) =>
  html`<section aria-label="${name}">
    <h2>${heading}</h2>
    ${content}
  </section>`;

/** `rowId` completes the button's label for screen readers. */
const button = ({ label, command }: ControlButton, rowId = '') =>
  html`<button
    type="button"
    data-command="${JSON.stringify(command)}"
    aria-label="${rowId ? `${label} ${rowId}` : label}"
  >
    ${label}
  </button> `;

const table = ({ title, headings, rows }: ControlTable) =>
  section(
    title,
    `${title} (${rows.length})`,
    html`<div class="scroll" tabindex="0" role="group" aria-label="${title}">
      <table>
        <thead>
          <tr>
            ${headings.map((heading) => html`<th scope="col">${heading}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.slice(0, MAX_SHOWN).map(
            ({ cells, actions }) =>
              html`<tr>
                ${cells.map((cell) => html`<td>${cell}</td>`)}
                ${actions ? html`<td>${actions.map((action) => button(action, String(cells[0])))}</td>` : ''}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`,
  );
