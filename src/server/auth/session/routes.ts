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
import { type AppContext, serve } from '../../http.ts';
import { registerEmail, requestEmail, requestSms, signIn, validateOtp } from './actions.ts';
import { readDeviceToken, rememberDevice } from './known-device.ts';
import { setPassword } from './set-password.ts';
import { endSession, readSessions, rotateRefreshToken, signOut } from './sessions.ts';

export const sessionRoutes = (deps: Deps) => [
  serve(registerByPhone, ({ body, ...call }) => requestSms(deps, { ...body, ...requesterOf(call) })),
  serve(registerByEmail, ({ body, ...call }) => registerEmail(deps, { ...body, ...requesterOf(call) })),
  serve(forgotPasswordByPhone, ({ body, ...call }) => requestSms(deps, { ...body, ...requesterOf(call) })),
  serve(forgotPassword, ({ body, ...call }) => requestEmail(deps, { ...body, ...requesterOf(call) })),
  serve(validatePhoneOtp, ({ body, ...call }) => validateOtp(deps, { ...body, ...requesterOf(call) })),
  serve(login, async ({ body, ip, context }) => {
    const device = { ip, userAgent: userAgentOf(context) };
    const reply = await signIn(deps, { ...body, device, deviceToken: readDeviceToken(context) });
    await rememberDevice(deps, context, reply.userId);
    return reply;
  }),
  serve(resetPassword, ({ viewer, body }) => setPassword(deps, viewer, body)),
  serve(generateToken, ({ body, ip }) => rotateRefreshToken(deps, body.refreshToken, ip)),
  serve(logout, ({ viewer, body }) => signOut(deps, viewer, body.refreshToken)),
  serve(mySessions, ({ viewer }) => readSessions(deps, viewer)),
  serve(endSessionCall, ({ viewer, params }) => endSession(deps, viewer, params.sessionId)),
];

const requesterOf = ({ ip, context }: { ip: string; context: AppContext }) => ({
  ip,
  deviceToken: readDeviceToken(context),
});
const userAgentOf = (context: AppContext) => context.req.header('User-Agent') ?? null;
