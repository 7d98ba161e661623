import { z } from 'zod';
import { sessionMessages as text } from '#messages/session.ts';
import { DOMESTIC_DIAL_CODE, MOBILE_MIN_DIGITS, OTP_DIGITS } from '#domain/limits.ts';
import { cleanMobile } from '#domain/mobile.ts';
import { endpoint } from './endpoint.ts';

export const Mobile = z
  .string()
  .trim()
  .min(1, text.mobileRequired)
  .transform(cleanMobile)
  .pipe(z.string().min(MOBILE_MIN_DIGITS, text.mobileTooShort).max(15));
export const Otp = z
  .string()
  .trim()
  .min(1, text.otpRequired)
  .min(OTP_DIGITS, text.otpTooShort)
  .regex(/^\d{6}$/, text.otpTooShort);

const Message = z.object({ message: z.string() });
export const Tokens = z.object({ token: z.string(), refreshtoken: z.string() });

export const registerByPhone = endpoint({
  service: 'auth',
  auth: 'none',
  method: 'POST',
  path: '/users/registerbyphone',
  summary: 'Sign up: send a code by SMS',
  body: z.object({
    mobileno: Mobile,
    countryCode: z
      .string()
      .regex(/^\+?\d{1,4}$/)
      .default(DOMESTIC_DIAL_CODE),
  }),
  status: 201,
  reply: Message,
});
export const forgotPasswordByPhone = endpoint({
  service: 'auth',
  auth: 'none',
  method: 'POST',
  path: '/users/forgotpasswordbyphone',
  summary: 'Sign in or RESEND: send a code by SMS',
  body: z.object({ mobileno: Mobile }),
  status: 200,
  reply: Message,
});
export const validatePhoneOtp = endpoint({
  service: 'auth',
  auth: 'none',
  method: 'POST',
  path: '/users/validatephoneotp',
  summary: 'Check a code; it may then be used once to sign in',
  body: z.object({ username: z.string().trim().min(1), otp: Otp }),
  status: 200,
  reply: Message.extend({ tempToken: z.string() }),
});
export const login = endpoint({
  service: 'auth',
  auth: 'none',
  method: 'POST',
  path: '/users/login',
  summary: 'Sign in with the code, or a set password',
  body: z.object({ username: z.string().trim().min(1).max(254), password: z.string().min(1).max(200) }),
  status: 200,
  reply: Tokens.extend({ userId: z.number(), firstLogin: z.boolean() }),
});
export const generateToken = endpoint({
  service: 'auth',
  auth: 'none',
  method: 'POST',
  path: '/users/generatetoken',
  summary: 'New tokens for a refresh token; it rotates',
  body: z.object({ refreshToken: z.string().min(1).max(500) }),
  status: 200,
  reply: Tokens,
});
export const logout = endpoint({
  service: 'auth',
  auth: 'token',
  method: 'POST',
  path: '/users/logout',
  summary: 'End this session on every tab',
  body: z.object({ refreshToken: z.string().min(1).max(500) }),
  status: 204,
});
