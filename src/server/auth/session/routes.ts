import * as session from '#contract/session.ts';
import type { Deps } from '../../deps.ts';
import type { AppContext } from '../../http/app-context.ts';
import { serveEndpoint } from '../../http/serve-endpoint.ts';
import {
  requestEmailSignUpCode,
  requestEmailCode,
  requestSmsCode,
  signIn,
  validateOtp,
} from './actions.ts';
import { readDeviceToken, rememberDevice } from './known-device.ts';
import { setPassword } from './set-password.ts';
import { endSession, listOwnSessions, rotateRefreshToken, signOut } from './sessions.ts';

export const sessionRoutes = (deps: Deps) => [
  serveEndpoint(session.registerByPhone, (call) => requestSmsCode(deps, withRequester(call))),
  serveEndpoint(session.registerByEmail, (call) =>
    requestEmailSignUpCode(deps, withRequester(call)),
  ),
  serveEndpoint(session.forgotPasswordByPhone, (call) => requestSmsCode(deps, withRequester(call))),
  serveEndpoint(session.forgotPassword, (call) => requestEmailCode(deps, withRequester(call))),
  serveEndpoint(session.validatePhoneOtp, (call) => validateOtp(deps, withRequester(call))),
  serveEndpoint(session.login, async ({ body, ip, context }) => {
    const device = { ip, userAgent: context.req.header('User-Agent') ?? null };
    const reply = await signIn(deps, { ...body, device, deviceToken: readDeviceToken(context) });
    await rememberDevice(deps, context, reply.userId);
    return reply;
  }),
  serveEndpoint(session.resetPassword, ({ viewer, body, ip }) =>
    setPassword(deps, viewer, { ...body, ip }),
  ),
  serveEndpoint(session.generateToken, ({ body, ip }) =>
    rotateRefreshToken(deps, body.refreshToken, ip),
  ),
  serveEndpoint(session.logout, ({ viewer, body }) => signOut(deps, viewer, body.refreshToken)),
  serveEndpoint(session.mySessions, ({ viewer }) => listOwnSessions(deps, viewer)),
  serveEndpoint(session.endSession, ({ viewer, params }) =>
    endSession(deps, viewer, params.sessionId),
  ),
];

const withRequester = <Body extends object>(call: {
  body: Body;
  ip: string;
  context: AppContext;
}) => ({
  ...call.body,
  ip: call.ip,
  deviceToken: readDeviceToken(call.context),
});
