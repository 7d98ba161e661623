import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { DAY } from '#domain/limits/durations.ts';
import { createProviderClient, type ProviderOptions } from '../provider-call.ts';
import { ProviderError } from '../provider-error.ts';
import { profileName, type SocialPerson } from './person.ts';

const Id = z.union([z.string(), z.number()]).transform(String);
const DebugTokenReply = z.object({
  data: z.object({
    is_valid: z.boolean(),
    // Missing for a malformed token.
    app_id: Id.optional(),
    type: z.string().optional(),
    /** Epoch seconds; 0: never. */
    expires_at: z.number().default(-1),
    user_id: Id.optional(),
  }),
});
const MeReply = z.object({
  id: z.string().min(1).max(255),
  first_name: z.string().optional(),
  last_name: z.string().optional(),
  email: z.string().max(254).optional(),
});
const ErrorReply = z.object({
  error: z.object({ code: z.number().optional(), is_transient: z.boolean().optional() }),
});
/** Facebook is at fault, or we called too often; the token may be valid. */
const TRANSIENT_CODES = new Set([1, 2, 4, 17, 32, 341, 613]);

/** How long a token that never expires is remembered as used. */
const NON_EXPIRING_MS = 90 * DAY;

interface FacebookOptions extends ProviderOptions {
  appId: string;
  appSecret: string;
  graphUrl: string;
}

export type Facebook = ReturnType<typeof createFacebook>;

/** Proves that a call comes from the app's own server: HMAC-SHA256 in hexadecimal. */
export const appSecretProof = (token: string, appSecret: string): string =>
  createHmac('sha256', appSecret).update(token).digest('hex');

/**
 * Verifies access tokens:
 * https://developers.facebook.com/docs/facebook-login/guides/access-tokens/debugging
 */
export function createFacebook(options: FacebookOptions) {
  const { appId, appSecret, graphUrl } = options;
  const call = createProviderClient('facebook', graphUrl, options);

  const request = async <Schema extends z.ZodType>(
    path: string,
    query: Record<string, string>,
    schema: Schema,
  ) => {
    const { status, json } = await call({
      url: new URL(`${graphUrl}${path}?${new URLSearchParams(query)}`),
    });
    return parseReply(status, json, schema);
  };

  return {
    /**
     * Throws ProviderError: `refused` with the reason as its code, else `unreachable` or `garbled`.
     */
    async verifyToken(token: string, { now }: { now: Date }): Promise<SocialPerson> {
      const debugQuery = { input_token: token, access_token: `${appId}|${appSecret}` };
      const { data } = await request('/debug_token', debugQuery, DebugTokenReply);
      if (!data.is_valid) throw refusedError('invalid');
      // A token issued for another app must not work here.
      if (data.app_id !== appId) throw refusedError('app');
      if (data.type !== 'USER') throw refusedError('type');
      if (data.expires_at !== 0 && data.expires_at * 1000 <= now.getTime())
        throw refusedError('expired');
      const proof = appSecretProof(token, appSecret);
      const meQuery = {
        fields: 'id,first_name,last_name,email',
        access_token: token,
        appsecret_proof: proof,
      };
      const me = await request('/me', meQuery, MeReply);
      if (me.id !== data.user_id) throw refusedError('person');
      return {
        subject: me.id,
        email: me.email ?? null,
        // Chosen: Facebook does not say when the address was last verified, so it counts as
        // unverified.
        isEmailVerified: false,
        isEmailAuthoritative: false,
        firstName: profileName(me.first_name),
        lastName: profileName(me.last_name),
        tokenExpiresAt:
          data.expires_at === 0
            ? new Date(now.getTime() + NON_EXPIRING_MS)
            : new Date(data.expires_at * 1000),
      };
    },
  };
}

const refusedError = (code: string) => new ProviderError('facebook', 'refused', { code });

/** Only the code is kept: messages of Facebook may quote the token. */
function parseReply<Schema extends z.ZodType>(
  status: number,
  json: unknown,
  schema: Schema,
): z.output<Schema> {
  const failure = ErrorReply.safeParse(json);
  if (failure.success) {
    const { code, is_transient } = failure.data.error;
    const isTransient = status >= 500 || is_transient || TRANSIENT_CODES.has(code ?? 0);
    throw new ProviderError('facebook', isTransient ? 'unreachable' : 'refused', {
      status,
      code: String(code ?? ''),
    });
  }
  const reply = schema.safeParse(json);
  if (status !== 200 || !reply.success)
    throw new ProviderError('facebook', status >= 500 ? 'unreachable' : 'garbled', { status });
  return reply.data;
}
