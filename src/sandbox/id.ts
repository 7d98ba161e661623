import { randomInt } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

// Chosen: random, because a reset sandbox must not reuse ids that the server's database contains.
export const newId = (prefix = '') =>
  prefix + Array.from({ length: 14 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** A bank's transfer reference: 12 digits. */
export const newBankReference = () => String(randomInt(1e12)).padStart(12, '0');
