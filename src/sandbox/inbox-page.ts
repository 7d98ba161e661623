import { html } from 'hono/html';
import type { Message } from './inbox.ts';
import { sandboxPage } from './page.ts';

const MAX_SHOWN = 100;
const ONE_TIME_CODE = /\b\d{6}\b/;

export const inboxPage = (messages: Message[]) =>
  sandboxPage(
    'Inbox · Sandbox',
    'inbox.js',
    html`<main>
      <h1>Inbox</h1>
      ${messages.length ? '' : html`<p>No messages. This page reloads every two seconds.</p>`}
      <ol class="messages">
        ${messages.slice(0, MAX_SHOWN).map(messageItem)}
      </ol>
    </main>`,
  );

function messageItem({ to, channel, subject, text, attachments = [], sentAt }: Message) {
  // An e-mail's code is in its subject; its text contains other numbers.
  const code = ONE_TIME_CODE.exec(channel === 'email' ? subject : text)?.[0];
  return html`<li class="card">
    <p class="meta">${channel === 'sms' ? 'SMS' : 'E-mail'} to <b>${to}</b>, ${sentAt} UTC</p>
    ${code ? html`<p class="code">${code}</p>` : ''} ${subject ? html`<h2>${subject}</h2>` : ''}
    <p class="text">${text}</p>
    ${attachments.map(
      ({ name, text: content }) =>
        html`<p class="meta">Attachment: ${name}</p>
          ${content ? html`<pre class="text">${content}</pre>` : ''}`,
    )}
  </li>`;
}
