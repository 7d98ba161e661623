import { html } from 'hono/html';
import type { Message } from './inbox.ts';
import { page } from './page.ts';

const SHOWN = 100;
const CODE = /\b\d{4,8}\b/;

/** Every SMS and e-mail as their receivers see them, the code in figures that one can read across the room. */
export const inboxPage = (messages: Message[]) =>
  page(
    'Inbox · Sandbox',
    'inbox.js',
    html`<main>
      <h1>Inbox</h1>
      ${messages.length ? '' : html`<p>Nothing yet. This page looks again every two seconds.</p>`}
      <ol class="messages">
        ${messages.slice(0, SHOWN).map(messageItem)}
      </ol>
    </main>`,
  );

function messageItem({ to, channel, subject, text, attachments = [], sentAt }: Message) {
  // A letter's words hold other numbers; a mailed code stands in the subject.
  const code = CODE.exec(channel === 'email' ? subject : text)?.[0];
  return html`<li class="card">
    <p class="meta">${channel === 'sms' ? 'SMS' : 'E-mail'} to <b>${to}</b>, ${sentAt} UTC</p>
    ${code ? html`<p class="code">${code}</p>` : ''} ${subject ? html`<h2>${subject}</h2>` : ''}
    <p class="text">${text}</p>
    ${attachments.map(
      ({ name, text: words }) =>
        html`<p class="meta">Enclosed: ${name}</p>
          ${words ? html`<pre class="text">${words}</pre>` : ''}`,
    )}
  </li>`;
}
