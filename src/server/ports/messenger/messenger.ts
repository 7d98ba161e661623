export interface OtpMessage {
  /** Dial code and number, digits only (`919000000001`), or an e-mail address. */
  to: string;
  code: string;
  /** Of an e-mail. */
  subject?: string;
  /** The whole message; where a registered template decides what is really sent, it is what that template says. */
  text: string;
}

/** A way of sending: the code is made, kept and checked by us, the provider only carries it. */
export interface Messenger {
  /** Hands one message over, and gives the provider's id of it. Throws ProviderError. */
  sendOtp(message: OtpMessage): Promise<{ requestId: string | undefined }>;
  /** Hands over a message without a code; missing where the provider's settings allow none. Throws ProviderError. */
  sendNotice?: (notice: { to: string; text: string }) => Promise<void>;
}

/** A letter. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Of our own making and the same each time, so that mail programs know a letter that was sent twice. */
  messageId: string;
  /** The page where the reader ends such letters; for those that are no receipt (RFC 2369, List-Unsubscribe). */
  unsubscribe?: string;
  calendar?: { method: 'request' | 'cancel'; filename: string; content: string };
  /** Pictures that the HTML shows by `cid:`. */
  pictures?: { cid: string; filename: string; content: Buffer }[];
}

/** A mail server: carries codes, and letters. */
export interface Mailer extends Messenger {
  /** Throws ProviderError: `refused` when the server will never take it, `unreachable` when it may later. */
  send(mail: Mail): Promise<void>;
}
