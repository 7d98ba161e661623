import { z } from 'zod';
import { DEVICE_NAME_MAX_LETTERS } from '#domain/limits.ts';
import { cleanUserCode, USER_CODE_PATTERN } from '#domain/user-code.ts';
import { televisionMessages as text } from '#messages/television.ts';
import { Id } from './catalogue.ts';
import { ACCOUNT_GET, ACCOUNT_POST, endpoint } from './endpoint.ts';
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

/** Lengths are in seconds. `verificationUriComplete` contains the user code. */
export const requestDeviceCode = endpoint(ACCOUNT_POST, '/devices/code', {
  auth: 'none',
  summary: 'Television: get a device code and the user code to show (RFC 8628)',
  reply: z.object({
    deviceCode: z.string(),
    userCode: z.string(),
    verificationUri: z.string(),
    verificationUriComplete: z.string(),
    expiresIn: z.number(),
    interval: z.number(),
  }),
});
/** 400 with the codes of RFC 8628 and RFC 6749: `authorization_pending`, `slow_down`, `access_denied`, `expired_token`, `invalid_grant`. */
export const exchangeDeviceCode = endpoint(ACCOUNT_POST, '/devices/token', {
  auth: 'none',
  summary: 'Television: ask whether the code is confirmed; the first call after that gets the tokens',
  body: z.object({ deviceCode: z.string().min(1).max(200) }),
  reply: SignedIn,
});

/** `expiresAt` is a wire date. */
export const PendingDevice = z.object({ userCode: z.string(), deviceName: z.string(), expiresAt: z.string() });
export type PendingDevice = z.infer<typeof PendingDevice>;
export const findPendingDevice = endpoint(ACCOUNT_GET, '/devices/pending', {
  summary: 'Show the television that waits with this user code',
  query: z.object({ userCode: UserCode }),
  reply: PendingDevice,
});
export const confirmDevice = endpoint(ACCOUNT_POST, '/devices/confirm', {
  summary: 'Sign in the television with this user code, once',
  body: z.object({ userCode: UserCode, deviceName: DeviceName.optional() }),
  reply: z.object({ message: z.string(), deviceName: z.string() }),
});
export const denyDevice = endpoint(ACCOUNT_POST, '/devices/deny', {
  summary: 'Refuse the television with this user code',
  body: z.object({ userCode: UserCode }),
  status: 204,
});

export const pollTelevision = endpoint(ACCOUNT_POST, '/devices/poll', {
  summary: 'Television: report that it is open; returns the film that the viewer chose on the phone, once',
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
  params: z.object({ sessionId: z.uuid() }),
  body: z.object({ movieId: Id }),
  status: 204,
});
