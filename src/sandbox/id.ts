import { randomInt } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

// Chosen: random, not counted: a sandbox that was reset must never reuse an id that the server's database remembers.
export const newId = (prefix = '') =>
  prefix + Array.from({ length: 14 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** The bank's reference of a transfer: 12 digits. */
export const newBankReference = () => String(randomInt(1e12)).padStart(12, '0');
