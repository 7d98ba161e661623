import { foldCode } from './fold.ts';
import { USER_CODE_LENGTH } from './limits/television.ts';

/**
 * Without vowels, so that no word appears, and without letters that look like digits (RFC 8628
 * §6.1).
 */
export const USER_CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
export const USER_CODE_PATTERN = new RegExp(`^[${USER_CODE_LETTERS}]{${USER_CODE_LENGTH}}$`);

/** ` wdjb mjht` → `WDJBMJHT` */
export const cleanUserCode = (typed: string): string =>
  foldCode(typed)
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '');

/** `WDJBMJHT` → `WDJB-MJHT` */
export const displayUserCode = (code: string): string =>
  [code.slice(0, USER_CODE_LENGTH / 2), code.slice(USER_CODE_LENGTH / 2)].filter(Boolean).join('-');
