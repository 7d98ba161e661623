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
}
