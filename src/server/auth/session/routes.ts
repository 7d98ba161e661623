import {
  endSession as endSessionCall,
  forgotPassword,
  forgotPasswordByPhone,
  generateToken,
  login,
  logout,
  mySessions,
  registerByEmail,
  registerByPhone,
  resetPassword,
  validatePhoneOtp,
} from '#contract/session.ts';
import type { Deps } from '../../deps.ts';
import { type AppContext, serveEndpoint } from '../../http.ts';
import { requestEmailSignUpCode, requestEmailCode, requestSmsCode, signIn, validateOtp } from './actions.ts';
import { readDeviceToken, rememberDevice } from './known-device.ts';
import { setPassword } from './set-password.ts';
import { endSession, listOwnSessions, rotateRefreshToken, signOut } from './sessions.ts';

export const sessionRoutes = (deps: Deps) => [
  serveEndpoint(registerByPhone, ({ body, ...call }) => requestSmsCode(deps, { ...body, ...requesterOf(call) })),
  serveEndpoint(registerByEmail, ({ body, ...call }) =>
    requestEmailSignUpCode(deps, { ...body, ...requesterOf(call) }),
  ),
  serveEndpoint(forgotPasswordByPhone, ({ body, ...call }) => requestSmsCode(deps, { ...body, ...requesterOf(call) })),
  serveEndpoint(forgotPassword, ({ body, ...call }) => requestEmailCode(deps, { ...body, ...requesterOf(call) })),
  serveEndpoint(validatePhoneOtp, ({ body, ...call }) => validateOtp(deps, { ...body, ...requesterOf(call) })),
  serveEndpoint(login, async ({ body, ip, context }) => {
    const device = { ip, userAgent: userAgentOf(context) };
    const reply = await signIn(deps, { ...body, device, deviceToken: readDeviceToken(context) });
    await rememberDevice(deps, context, reply.userId);
    return reply;
  }),
  serveEndpoint(resetPassword, ({ viewer, body }) => setPassword(deps, viewer, body)),
  serveEndpoint(generateToken, ({ body, ip }) => rotateRefreshToken(deps, body.refreshToken, ip)),
  serveEndpoint(logout, ({ viewer, body }) => signOut(deps, viewer, body.refreshToken)),
  serveEndpoint(mySessions, ({ viewer }) => listOwnSessions(deps, viewer)),
  serveEndpoint(endSessionCall, ({ viewer, params }) => endSession(deps, viewer, params.sessionId)),
];

const requesterOf = ({ ip, context }: { ip: string; context: AppContext }) => ({
  ip,
  deviceToken: readDeviceToken(context),
});
const userAgentOf = (context: AppContext) => context.req.header('User-Agent') ?? null;
