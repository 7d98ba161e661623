import { DOMESTIC_DIAL_CODE } from '#domain/limits.ts';
import {
  forgotPasswordByPhone,
  generateToken,
  login,
  logout,
  registerByPhone,
  validatePhoneOtp,
} from '#contract/session.ts';
import type { Deps } from '../../deps.ts';
import { serve } from '../../http.ts';
import { requestCode, rotate, signIn, signOut, validateOtp } from './actions.ts';

export const sessionRoutes = (deps: Deps) => [
  serve(registerByPhone, ({ body, ip }) => requestCode(deps, { ...body, ip })),
  serve(forgotPasswordByPhone, ({ body, ip }) => requestCode(deps, { ...body, countryCode: DOMESTIC_DIAL_CODE, ip })),
  serve(validatePhoneOtp, ({ body, ip }) => validateOtp(deps, { ...body, ip })),
  serve(login, ({ body, ip }) => signIn(deps, { ...body, ip })),
  serve(generateToken, ({ body }) => rotate(deps, body.refreshToken)),
  serve(logout, ({ viewer, body }) => signOut(deps, viewer, body.refreshToken)),
];
