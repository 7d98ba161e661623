import { cleanLine } from '#domain/plain-text.ts';

export interface SocialPerson {
  /** The provider's id of the person; the only stable identifier. */
  subject: string;
  email: string | null;
  /** The provider has verified the address at some time. */
  isEmailVerified: boolean;
  /** The provider operates the mailbox, so its verification is current. */
  isEmailAuthoritative: boolean;
  firstName: string | null;
  lastName: string | null;
  tokenExpiresAt: Date;
}

export const profileName = (text: string | undefined): string | null =>
  cleanLine(text ?? '').slice(0, 100) || null;
