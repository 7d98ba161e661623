import { z } from 'zod';
import { DEVICE_NAME_MAX_LETTERS } from '#domain/limits/television.ts';
import { cleanUserCode, USER_CODE_PATTERN } from '#domain/user-code.ts';
import { televisionMessages as text } from '#messages/television.ts';
import { Id } from './catalogue.ts';
import { ACCOUNT_GET, ACCOUNT_POST, endpoint, FORM_TYPE } from './endpoint.ts';
import { SignedIn } from './session.ts';
import { typedLine } from './typed-text.ts';

const MAX_TYPED_LETTERS = 40;
/** As a person types it: `wdjb-mjht`. */
export const UserCode = z
  .string(text.codeRequired)
  .max(MAX_TYPED_LETTERS, text.codeIncomplete)
  .transform(cleanUserCode)
  .pipe(z.string().min(1, text.codeRequired).regex(USER_CODE_PATTERN, text.codeIncomplete));
export const DeviceName = typedLine(text.nameRequired)
  .min(1, text.nameRequired)
  .max(DEVICE_NAME_MAX_LETTERS, text.nameTooLong);

export const DEVICE_CODE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
/** Chosen: any value, or none, because a cinema registers no clients and the code alone decides. */
const ClientId = z.string().max(200).optional();

/**
 * RFC 8628 §3.1 and §3.2. Lengths are in seconds. The names in camel case are of release 0.2, and
 * end with the next one.
 */
export const requestDeviceCode = endpoint(ACCOUNT_POST, '/devices/code', {
  auth: 'none',
  summary: 'Television: get a device code and the user code to show (RFC 8628)',
  errors: ['too_many_requests'],
  isOAuth: true,
  otherBodyTypes: [FORM_TYPE],
  body: z.object({ client_id: ClientId }),
  reply: z.object({
    device_code: z.string(),
    user_code: z.string(),
    verification_uri: z.string(),
    verification_uri_complete: z.string(),
    expires_in: z.number(),
    interval: z.number(),
    deviceCode: z.string(),
    userCode: z.string(),
    verificationUri: z.string(),
    verificationUriComplete: z.string(),
    expiresIn: z.number(),
  }),
});

const DeviceTokenRequest = z.object({
  grant_type: z.string().refine((grant) => grant === DEVICE_CODE_GRANT, {
    error: text.unsupportedGrant(DEVICE_CODE_GRANT),
    params: { code: 'unsupported_grant_type' },
  }),
  device_code: z.string().min(1).max(200),
  client_id: ClientId,
});
/** Release 0.2 sent `{ deviceCode }`. */
const withPreviousName = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'deviceCode' in body
    ? { grant_type: DEVICE_CODE_GRANT, device_code: body.deviceCode }
    : body;
/**
 * RFC 8628 §3.4 and §3.5. `token` and `refreshtoken` are the same tokens with the names of the
 * other sign-in calls.
 */
export const exchangeDeviceCode = endpoint(ACCOUNT_POST, '/devices/token', {
  auth: 'none',
  summary:
    'Television: ask whether the code is confirmed; the first call after that gets the tokens',
  errors: [
    'access_denied',
    'account_blocked',
    'authorization_pending',
    'expired_token',
    'invalid_grant',
    'slow_down',
    'unsupported_grant_type',
  ],
  isOAuth: true,
  otherBodyTypes: [FORM_TYPE],
  body: z.preprocess(withPreviousName, DeviceTokenRequest),
  reply: SignedIn.extend({
    access_token: z.string(),
    token_type: z.literal('Bearer'),
    expires_in: z.number(),
    refresh_token: z.string(),
  }),
});

/**
 * The code is confirmed already: `exchangeDeviceCode` gives its tokens to the first caller.
 * `expires_in`: seconds.
 */
export const openInOtherBrowser = endpoint(ACCOUNT_POST, '/devices/link', {
  summary: 'Get a code that signs in another browser of the viewer, once and within five minutes',
  errors: ['too_many_requests'],
  reply: z.object({ device_code: z.string(), expires_in: z.number() }),
});

/** `expiresAt` is a wire date. */
export const PendingDevice = z.object({
  userCode: z.string(),
  deviceName: z.string(),
  expiresAt: z.string(),
});
export type PendingDevice = z.infer<typeof PendingDevice>;
export const findPendingDevice = endpoint(ACCOUNT_GET, '/devices/pending', {
  summary: 'Show the television that waits with this user code',
  errors: ['device_code_unknown', 'too_many_requests'],
  query: z.object({ userCode: UserCode }),
  reply: PendingDevice,
});
export const confirmDevice = endpoint(ACCOUNT_POST, '/devices/confirm', {
  summary: 'Sign in the television with this user code, once',
  errors: ['device_code_unknown', 'too_many_requests'],
  body: z.object({ userCode: UserCode, deviceName: DeviceName.optional() }),
  reply: z.object({ message: z.string(), deviceName: z.string() }),
});
export const denyDevice = endpoint(ACCOUNT_POST, '/devices/deny', {
  summary: 'Refuse the television with this user code',
  errors: ['device_code_unknown', 'too_many_requests'],
  body: z.object({ userCode: UserCode }),
  status: 204,
});

export const pollTelevision = endpoint(ACCOUNT_POST, '/devices/poll', {
  summary:
    'Television: report that it is open; returns the film that the viewer chose on the phone, once',
  reply: z.object({ movieId: z.number().nullable() }),
});
export const OpenTelevision = z.object({ sessionId: z.string(), name: z.string() });
export type OpenTelevision = z.infer<typeof OpenTelevision>;
export const openTelevisions = endpoint(ACCOUNT_GET, '/devices/televisions', {
  summary: 'List the televisions of the viewer that are open',
  reply: z.object({ content: z.array(OpenTelevision) }),
});
export const watchOnTelevision = endpoint(ACCOUNT_POST, '/devices/televisions/:sessionId/film', {
  summary: 'Play a film on an open television of the viewer',
  errors: ['movie_not_found', 'television_not_open'],
  params: z.object({ sessionId: z.uuid() }),
  body: z.object({ movieId: Id }),
  status: 204,
});
