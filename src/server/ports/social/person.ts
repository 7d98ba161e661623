/** Whom a provider's token names, as far as the provider's own word goes. */
export interface SocialPerson {
  /** The provider's own id of the person; the only thing that identifies them. */
  subject: string;
  email: string | null;
  /** The provider has seen the address work, some day. */
  isEmailVerified: boolean;
  /** The provider runs the mailbox, so that its word about the address is the owner's. */
  ownsEmail: boolean;
  firstName: string | null;
  lastName: string | null;
  /** From then on the token is refused for its age. */
  expiresAt: Date;
}

/** A name as a profile keeps it, or null. */
export const nameOf = (text: string | undefined): string | null => text?.trim().slice(0, 100) || null;
