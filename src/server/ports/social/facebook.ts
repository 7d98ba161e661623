import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { DAY } from '#domain/limits.ts';
import { callProvider, refuseSandbox } from '../provider-call.ts';
import { ProviderError } from '../provider-error.ts';
import { nameOf, type SocialPerson } from './person.ts';

const Id = z.union([z.string(), z.number()]).transform(String);
const Debugged = z.object({
  data: z.object({
    is_valid: z.boolean(),
    // Of a broken token Facebook says nothing else.
    app_id: Id.optional(),
    type: z.string().optional(),
    /** Epoch seconds; 0: never. */
    expires_at: z.number().default(-1),
    user_id: Id.optional(),
  }),
});
const Me = z.object({
  id: z.string().min(1).max(255),
  first_name: z.string().optional(),
  last_name: z.string().optional(),
  email: z.string().max(254).optional(),
});
const Failure = z.object({
  error: z.object({ code: z.number().optional(), is_transient: z.boolean().optional() }),
});
/** Facebook's own trouble, or too many calls of ours: the token is not to blame. */
const TROUBLE = new Set([1, 2, 4, 17, 32, 341, 613]);

/** A token that never expires is remembered as used for so long; by then its person has a newer one. */
const NEVER_MS = 90 * DAY;

export interface FacebookOptions {
  appId: string;
  appSecret: string;
  /** With the version: `https://graph.facebook.com/v25.0` */
  graphUrl: string;
  isProduction?: boolean;
  timeoutMs?: number;
  fetch?: typeof globalThis.fetch;
}

export type Facebook = ReturnType<typeof createFacebook>;

/** Proves to Facebook that a call with a person's token comes from the app's own server: HMAC-SHA256 in hex. */
export const appSecretProof = (token: string, appSecret: string): string =>
  createHmac('sha256', appSecret).update(token).digest('hex');

/** Facebook Login's access tokens. Source: https://developers.facebook.com/docs/facebook-login/guides/access-tokens/debugging */
export function createFacebook(options: FacebookOptions) {
  const { appId, appSecret, graphUrl, isProduction = false, timeoutMs, fetch } = options;
  refuseSandbox('facebook', graphUrl, isProduction);

  const ask = async <Schema extends z.ZodType>(path: string, query: Record<string, string>, schema: Schema) => {
    const url = new URL(`${graphUrl}${path}?${new URLSearchParams(query).toString()}`);
    const { status, json } = await callProvider({
      provider: 'facebook',
      url,
      method: 'GET',
      headers: {},
      timeoutMs,
      fetch,
    });
    return read(status, json, schema);
  };

  return {
    /**
     * The person of an access token that was made for our own app and is good at `now`. Throws ProviderError: `refused` with the
     * reason as its code, `unreachable` or `garbled` when Facebook did not answer as documented.
     */
    async verify(token: string, { now }: { now: Date }): Promise<SocialPerson> {
      const { data } = await ask(
        '/debug_token',
        { input_token: token, access_token: `${appId}|${appSecret}` },
        Debugged,
      );
      if (!data.is_valid) throw refused('invalid');
      // A token that a person gave to another app must open nothing here.
      if (data.app_id !== appId) throw refused('app');
      if (data.type !== 'USER') throw refused('type');
      if (data.expires_at !== 0 && data.expires_at * 1000 <= now.getTime()) throw refused('expired');
      const me = await ask(
        '/me',
        {
          fields: 'id,first_name,last_name,email',
          access_token: token,
          appsecret_proof: appSecretProof(token, appSecret),
        },
        Me,
      );
      if (me.id !== data.user_id) throw refused('person');
      return {
        subject: me.id,
        email: me.email ?? null,
        // Chosen: Facebook does not say when the address was last proved, so it proves nothing here.
        isEmailVerified: false,
        ownsEmail: false,
        firstName: nameOf(me.first_name),
        lastName: nameOf(me.last_name),
        expiresAt: data.expires_at === 0 ? new Date(now.getTime() + NEVER_MS) : new Date(data.expires_at * 1000),
      };
    },
  };
}

const refused = (code: string) => new ProviderError('facebook', 'refused', { code });

/** Facebook's words may quote the token, so only its code goes on. */
function read<Schema extends z.ZodType>(status: number, json: unknown, schema: Schema): z.output<Schema> {
  const failure = Failure.safeParse(json);
  if (failure.success) {
    const { code, is_transient } = failure.data.error;
    const isTrouble = status >= 500 || is_transient || TROUBLE.has(code ?? 0);
    throw new ProviderError('facebook', isTrouble ? 'unreachable' : 'refused', { status, code: String(code ?? '') });
  }
  const reply = schema.safeParse(json);
  if (status !== 200 || !reply.success)
    throw new ProviderError('facebook', status >= 500 ? 'unreachable' : 'garbled', { status });
  return reply.data;
}
