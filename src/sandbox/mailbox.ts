import type { AddressInfo } from 'node:net';
import { callbackify } from 'node:util';
import PostalMime, { type Attachment } from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import type { EmailFault } from './control.ts';
import type { Message, InboxContext } from './inbox.ts';
import { openMessageFaults } from './message-faults.ts';

/** Keeps the content of text attachments. Other attachments have an empty `text`. */
const attachmentFields = (attachments: Attachment[]): Pick<Message, 'attachments'> =>
  attachments.length
    ? {
        attachments: attachments.map(({ filename, mimeType, method, content }) => ({
          name: filename ?? '',
          type: method ? `${mimeType}; method=${method}` : mimeType,
          text:
            mimeType.startsWith('text/') || mimeType === 'application/ics' ? textOf(content) : '',
        })),
      }
    : {};

const textOf = (content: Attachment['content']): string =>
  typeof content === 'string' ? content : Buffer.from(content as ArrayBuffer).toString('utf8');

const FAULTS = {
  error: [451, 'Scripted temporary failure'],
  refuse: [550, 'Scripted permanent failure'],
} as const;

/** An SMTP server on its own port. Every mail goes to the inbox. */
export function createMailbox({
  journal,
  inbox,
  user,
  password,
}: InboxContext & { user: string; password: string }) {
  const { take: takeFault, control } = openMessageFaults<EmailFault>({ journal, inbox }, 'email');
  let server: SMTPServer | undefined;

  async function receive(stream: SMTPServerDataStream, session: SMTPServerSession) {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    const scripted = takeFault();
    if (scripted) {
      const [responseCode, message] = FAULTS[scripted.next];
      throw Object.assign(new Error(message), { responseCode });
    }
    const {
      subject = '',
      text = '',
      html,
      attachments,
      headers,
    } = await PostalMime.parse(Buffer.concat(chunks));
    const unsubscribe = headers.find(({ key }) => key === 'list-unsubscribe')?.value;
    const mail = {
      subject,
      text: text.trim(),
      html: html || undefined,
      unsubscribe: unsubscribe || undefined,
      ...attachmentFields(attachments),
    };
    for (const { address } of session.envelope.rcptTo)
      inbox.add({ to: address, channel: 'email', ...mail });
  }

  return {
    /** Listens on localhost and returns the SMTP URL with credentials. */
    async listen(): Promise<string> {
      const opened = new SMTPServer({
        logger: false,
        disabledCommands: ['STARTTLS'],
        allowInsecureAuth: true,
        disableReverseLookup: true,
        onAuth: (auth, _, callback) =>
          auth.username === user && auth.password === password
            ? callback(null, { user })
            : callback(new Error('Authentication failed')),
        onData: callbackify(receive),
      });
      // A client that disconnects is not an error.
      opened.on('error', () => undefined);
      server = opened;
      const { port } = await new Promise<AddressInfo>((resolve, reject) => {
        opened.server.once('error', reject);
        opened.listen(0, '127.0.0.1', () => resolve(opened.server.address() as AddressInfo));
      });
      return `smtp://${user}:${password}@127.0.0.1:${port}`;
    },
    control,
    close: () => void server?.close(() => undefined),
  };
}
