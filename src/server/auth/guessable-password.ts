import { sessionMessages as text } from '#messages/session.ts';
import { AppError } from '../errors.ts';

interface Owner {
  dialCode: string | null;
  mobile: string | null;
  emailId: string | null;
}

let common: Promise<Set<string>> | undefined;

/** Forty thousand passwords, in small letters. Read when the first password is set: no other call needs them. */
const commonPasswords = () =>
  (common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].map(String)),
  ));

/** Throws `validation_failed` for a password that anybody tries first: a common one, or the owner's own number or address. */
export async function refuseGuessable(password: string, owner: Owner): Promise<void> {
  const plain = password.normalize('NFKC').trim().toLowerCase();
  if (isOwn(plain, owner)) throw refused(text.passwordIsOwn);
  if ((await commonPasswords()).has(plain)) throw refused(text.passwordCommon);
}

function isOwn(plain: string, { dialCode, mobile, emailId }: Owner): boolean {
  const number = plain.replace(/[\s().+-]/g, '').replace(/^0+/, '');
  const email = emailId?.toLowerCase();
  return (
    (mobile !== null && [mobile, `${dialCode}${mobile}`].includes(number)) ||
    (email !== undefined && [email, email.replace(/@.*/, '')].includes(plain))
  );
}

const refused = (message: string) =>
  new AppError('invalid', 'validation_failed', message, { errors: [{ path: 'password', message }] });
