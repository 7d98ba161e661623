import { createHmac } from 'node:crypto';
import { newId } from '../id.ts';
import type { Journal } from '../journal.ts';
import type { FacebookPerson } from './people.ts';

export const FACEBOOK_FAULT_LABELS = {
  expired: 'The token has expired',
  invalid: 'The token is not valid',
  wrong_app: 'The token is for another app',
  page_token: 'The token is for a page, not for a person',
  other_person: 'The profile is of another person',
  never_expires: 'The token never expires (no fault)',
  replay: 'The last token is sent again',
};
export type FacebookFault = keyof typeof FACEBOOK_FAULT_LABELS;
export const FACEBOOK_FAULTS = Object.keys(FACEBOOK_FAULT_LABELS) as FacebookFault[];

export interface AccessToken {
  /** The token itself. */
  id: string;
  appId: string;
  type: 'USER' | 'PAGE';
  isValid: boolean;
  issuedAt: number;
  /** Epoch seconds; 0 means never. */
  expiresAt: number;
  userId: string;
  me: FacebookPerson;
}

const LIFETIME_SECONDS = 5183;
export type TokenStore = ReturnType<typeof openTokenStore>;

export function openTokenStore(
  journal: Journal,
  { appId, appSecret }: { appId: string; appSecret: string },
) {
  const tokens = journal.table<AccessToken>('facebook.token');

  function issue(person: FacebookPerson, nowSeconds: number, fault?: FacebookFault): AccessToken {
    const lastToken = tokens.all().at(-1);
    if (fault === 'replay' && lastToken) return lastToken;
    const expiresAt = fault === 'expired' ? nowSeconds - 60 : nowSeconds + LIFETIME_SECONDS;
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

  /** Returns what FB.login passes to the page. */
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

  return {
    issue,
    authResponse,
    find: (token: string) => tokens.get(token),
    clear: () => tokens.clear(),
  };
}
