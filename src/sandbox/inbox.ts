import { toWire } from '#domain/dates.ts';
import { newId } from './id.ts';
import type { Journal } from './journal.ts';

/** What a person received. `to` is dial code and number, or the address; `sentAt` as all dates of the wire. */
export interface Message {
  to: string;
  channel: 'sms' | 'email';
  subject: string;
  text: string;
  /** Of an e-mail that has them. */
  html?: string;
  /** Its List-Unsubscribe. */
  unsubscribe?: string;
  attachments?: { name: string; type: string; text: string }[];
  sentAt: string;
}

export type Inbox = ReturnType<typeof openInbox>;

/** Everything that was sent to anybody, newest first. */
export function openInbox(journal: Journal, now: () => Date) {
  const messages = journal.table<Message & { id: string }>('inbox.message');

  return {
    add: (message: Omit<Message, 'sentAt'>) =>
      messages.put({ id: newId(), ...message, to: normalized(message.to), sentAt: toWire(now()) }),
    list: (to?: string): Message[] =>
      messages
        .all()
        .reverse()
        .filter((message) => !to || message.to === normalized(to))
        .map(({ id: _id, ...message }) => message),
    clear: () => messages.clear(),
  };
}

// A plus sign in a query string arrives as a space.
const normalized = (to: string) => to.trim().replace(/^\+/, '').toLowerCase();
