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
import { registerEmail, requestEmail, requestSms, setPassword, signIn, validateOtp } from './actions.ts';
import { endSession, readSessions, rotate, signOut } from './sessions.ts';

export const sessionRoutes = (deps: Deps) => [
  serve(registerByPhone, ({ body, ip }) => requestSms(deps, { ...body, ip })),
  serve(registerByEmail, ({ body, ip }) => registerEmail(deps, { ...body, ip })),
  serve(forgotPasswordByPhone, ({ body, ip }) => requestSms(deps, { ...body, ip })),
  serve(forgotPassword, ({ body, ip }) => requestEmail(deps, { ...body, ip })),
  serve(validatePhoneOtp, ({ body, ip }) => validateOtp(deps, { ...body, ip })),
  serve(login, ({ body, ip, context }) => signIn(deps, { ...body, device: { ip, userAgent: browserOf(context) } })),
  serve(resetPassword, ({ viewer, body }) => setPassword(deps, viewer, body)),
  serve(generateToken, ({ body, ip }) => rotate(deps, body.refreshToken, ip)),
  serve(logout, ({ viewer, body }) => signOut(deps, viewer, body.refreshToken)),
  serve(mySessions, ({ viewer }) => readSessions(deps, viewer)),
  serve(endSessionCall, ({ viewer, params }) => endSession(deps, viewer, params.sessionId)),
];

const browserOf = (context: AppContext) => context.req.header('User-Agent') ?? null;
