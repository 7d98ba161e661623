import { createHmac } from 'node:crypto';
import { newId } from '../id.ts';
import type { Journal } from '../journal.ts';
import type { FacebookPerson } from './people.ts';

/** What can be wrong with an access token. `replay` is the last one once more; `other_person` shows in `/me`. */
export const FACEBOOK_FAULTS = [
  'expired',
  'invalid',
  'wrong_app',
  'page_token',
  'other_person',
  'never_expires',
  'replay',
] as const;
export type FacebookFault = (typeof FACEBOOK_FAULTS)[number];

export interface AccessToken {
  /** The token itself. */
  id: string;
  appId: string;
  type: 'USER' | 'PAGE';
  isValid: boolean;
  issuedAt: number;
  /** Epoch seconds; 0: never. */
  expiresAt: number;
  userId: string;
  me: FacebookPerson;
}

const LIFETIME_SECONDS = 5183;
export type TokenDesk = ReturnType<typeof openTokenDesk>;

/** Hands out access tokens and remembers them. */
export function openTokenDesk(journal: Journal, { appId, appSecret }: { appId: string; appSecret: string }) {
  const tokens = journal.table<AccessToken>('facebook.token');

  function issue(person: FacebookPerson, seconds: number, fault?: FacebookFault): AccessToken {
    const last = tokens.all().at(-1);
    if (fault === 'replay' && last) return last;
    const expiresAt = fault === 'expired' ? seconds - 60 : seconds + LIFETIME_SECONDS;
    return tokens.put({
      id: `EAAS${newId()}${newId()}${newId()}`,
      appId: fault === 'wrong_app' ? '2000000000000002' : appId,
      type: fault === 'page_token' ? 'PAGE' : 'USER',
      isValid: fault !== 'invalid',
      issuedAt: expiresAt - LIFETIME_SECONDS,
      expiresAt: fault === 'never_expires' ? 0 : expiresAt,
      userId: person.id,
      me: fault === 'other_person' ? { ...person, id: '19999999999999999' } : person,
    });
  }

  /** What FB.login gives to the page. */
  function authResponse(token: AccessToken) {
    const payload = { user_id: token.userId, algorithm: 'HMAC-SHA256', issued_at: token.issuedAt };
    const encoded = Buffer.from(JSON.stringify(payload)).toString('base64url');
    const signature = createHmac('sha256', appSecret).update(encoded).digest('base64url');
    return {
      accessToken: token.id,
      userID: token.userId,
      expiresIn: LIFETIME_SECONDS,
      signedRequest: `${signature}.${encoded}`,
      graphDomain: 'facebook',
    };
  }

  return { issue, authResponse, find: (token: string) => tokens.get(token), clear: () => tokens.clear() };
}
