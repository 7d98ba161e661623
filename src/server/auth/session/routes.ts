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
import { deviceTokenOf, rememberDevice } from './known-device.ts';
import { setPassword } from './set-password.ts';
import { endSession, readSessions, rotate, signOut } from './sessions.ts';

export const sessionRoutes = (deps: Deps) => [
  serve(registerByPhone, ({ body, ...call }) => requestSms(deps, { ...body, ...askerOf(call) })),
  serve(registerByEmail, ({ body, ...call }) => registerEmail(deps, { ...body, ...askerOf(call) })),
  serve(forgotPasswordByPhone, ({ body, ...call }) => requestSms(deps, { ...body, ...askerOf(call) })),
  serve(forgotPassword, ({ body, ...call }) => requestEmail(deps, { ...body, ...askerOf(call) })),
  serve(validatePhoneOtp, ({ body, ...call }) => validateOtp(deps, { ...body, ...askerOf(call) })),
  serve(login, async ({ body, ip, context }) => {
    const device = { ip, userAgent: browserOf(context) };
    const reply = await signIn(deps, { ...body, device, deviceToken: deviceTokenOf(context) });
    await rememberDevice(deps, context, reply.userId);
    return reply;
  }),
  serve(resetPassword, ({ viewer, body }) => setPassword(deps, viewer, body)),
  serve(generateToken, ({ body, ip }) => rotate(deps, body.refreshToken, ip)),
  serve(logout, ({ viewer, body }) => signOut(deps, viewer, body.refreshToken)),
  serve(mySessions, ({ viewer }) => readSessions(deps, viewer)),
  serve(endSessionCall, ({ viewer, params }) => endSession(deps, viewer, params.sessionId)),
];

const askerOf = ({ ip, context }: { ip: string; context: AppContext }) => ({ ip, deviceToken: deviceTokenOf(context) });
const browserOf = (context: AppContext) => context.req.header('User-Agent') ?? null;
