import { fieldError } from '../errors.ts';
import type { UserRow } from './session/queries.ts';

type Owner = Pick<UserRow, 'dialCode' | 'mobile' | 'emailId'>;

let loadedPasswords: Promise<Set<string>> | undefined;

/** Forty thousand passwords in lower case, loaded when the first password is set. */
const commonPasswords = () =>
  (loadedPasswords ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].map(String)),
  ));

/** Throws `validation_failed` for a common password, and for the owner's own number or address. */
export async function refuseGuessablePassword(password: string, owner: Owner): Promise<void> {
  const normalized = password.normalize('NFKC').trim().toLowerCase();
  if (isOwnIdentity(normalized, owner)) throw fieldError('password', 'password_is_own');
  if ((await commonPasswords()).has(normalized)) throw fieldError('password', 'password_common');
}

function isOwnIdentity(plain: string, { dialCode, mobile, emailId }: Owner): boolean {
  const number = plain.replace(/[\s().+-]/g, '').replace(/^0+/, '');
  const email = emailId?.toLowerCase();
  return (
    (mobile !== null && [mobile, `${dialCode}${mobile}`].includes(number)) ||
    (email !== undefined && [email, email.replace(/@.*/, '')].includes(plain))
  );
}
