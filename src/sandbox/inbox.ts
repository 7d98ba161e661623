import { toWire } from '#domain/dates.ts';
import { newId } from './id.ts';
import type { Journal } from './journal.ts';

export interface Message {
  /** Dial code and number without a plus, or an e-mail address in lower case. */
  to: string;
  channel: 'sms' | 'email';
  subject: string;
  text: string;
  html?: string;
  /** The List-Unsubscribe header. */
  unsubscribe?: string;
  attachments?: { name: string; type: string; text: string }[];
  /** In the API's date format. */
  sentAt: string;
}

type Inbox = ReturnType<typeof openInbox>;

/** For a provider that delivers to the inbox. */
export interface InboxContext {
  journal: Journal;
  inbox: Inbox;
}

export function openInbox(journal: Journal, now: () => Date) {
  const messages = journal.table<Message & { id: string }>('inbox.message');

  return {
    add: (message: Omit<Message, 'sentAt'>) =>
      messages.put({ id: newId(), ...message, to: normalized(message.to), sentAt: toWire(now()) }),
    /** Newest first. */
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
