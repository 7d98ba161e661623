import { textBefore } from '#domain/text-before.ts';

interface Owner {
  emailId: string | null;
  emailVerifiedAt: Date | null;
}

/**
 * Whether the owner of the account has proven this address. The proof of another account does not
 * count.
 */
export const isProvenAddress = (owner: Owner | undefined, address: string): boolean =>
  Boolean(owner?.emailVerifiedAt) && owner?.emailId?.toLowerCase() === address.toLowerCase();

/**
 * One key for the spellings of a mailbox: `Ra.vi+films@gmail.com` → `ravi@gmail.com`. A mobile
 * number stays as it is.
 */
export function mailboxKey(destination: string): string {
  const [mailbox = '', host] = destination.toLowerCase().split('@');
  if (host === undefined) return destination;
  const name = textBefore(mailbox, '+');
  // Gmail ignores the dots of a name.
  return host === 'gmail.com' || host === 'googlemail.com'
    ? `${name.replaceAll('.', '')}@gmail.com`
    : `${name}@${host}`;
}
