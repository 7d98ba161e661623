import { z } from 'zod';
import { sessionMessages as text } from '#messages/session.ts';
import {
  DOMESTIC_DIAL_CODE,
  MOBILE_MIN_DIGITS,
  OTP_DIGITS,
  PASSWORD_MIN_LENGTH,
} from '#domain/limits/session.ts';
import { compactCode } from '#domain/fold.ts';
import {
  cleanMobile,
  isNationalNumber,
  maxMobileDigits,
  parseTypedMobile,
} from '#domain/mobile.ts';
import { Email } from './email.ts';
import {
  ACCOUNT_DELETE,
  ACCOUNT_GET,
  ACCOUNT_POST,
  endpoint,
  SIGN_IN_GET,
  SIGN_IN_POST,
} from './endpoint.ts';
import { typedLine } from './typed-text.ts';

const MOBILE_MAX_LETTERS = 40;
/**
 * As it is typed: with or without dial code, trunk zero, blanks and hyphens. `mobileIn` parses it.
 */
const TypedMobile = typedLine(text.mobileRequired)
  .min(1, text.mobileRequired)
  .max(MOBILE_MAX_LETTERS, text.mobileInvalid);
/** A number in a country: its digits without the dial code. */
export const mobileIn = (dialCode: string, maxDigits = maxMobileDigits(dialCode)) =>
  TypedMobile.transform((typed, context) => {
    const mobile = parseTypedMobile(typed, dialCode, maxDigits);
    if (isNationalNumber(mobile, maxDigits)) return mobile;
    const withoutDialCode = mobile.startsWith(`+${dialCode}`)
      ? mobile.slice(dialCode.length + 1)
      : mobile;
    context.addIssue(
      cleanMobile(withoutDialCode).length < MOBILE_MIN_DIGITS
        ? text.mobileTooShort
        : text.mobileInvalid,
    );
    return z.NEVER;
  });
export const Otp = z
  .string(text.otpRequired)
  .overwrite(compactCode)
  .min(1, text.otpRequired)
  .min(OTP_DIGITS, text.otpTooShort)
  .regex(/^\d{6}$/, text.otpTooShort);
const DialCode = z
  .string()
  .trim()
  .regex(/^\+?\d{1,4}$/)
  .transform((code) => code.replace('+', ''));

const Message = z.object({ message: z.string() });
const Tokens = z.object({ token: z.string(), refreshtoken: z.string() });
export const SignedIn = Tokens.extend({ userId: z.number(), firstLogin: z.boolean() });

export const registerByPhone = endpoint(SIGN_IN_POST, '/users/registerbyphone', {
  summary: 'Sign up: send a code by SMS',
  errors: [
    'country_not_served',
    'otp_paused',
    'otp_too_soon',
    'sms_failed',
    'sms_not_set_up',
    'too_many_requests',
  ],
  body: z.object({ mobileno: TypedMobile, countryCode: DialCode.default(DOMESTIC_DIAL_CODE) }),
  status: 201,
  reply: Message,
});
export const registerByEmail = endpoint(SIGN_IN_POST, '/users/registerbyemail', {
  summary: 'Sign up outside +91: send a code by e-mail',
  errors: [
    'country_not_served',
    'email_failed',
    'email_not_set_up',
    'otp_paused',
    'otp_too_soon',
    'too_many_requests',
  ],
  body: z.object({ mobileno: TypedMobile, countryCode: DialCode, emailId: Email }),
  status: 201,
  reply: Message,
});
export const forgotPasswordByPhone = endpoint(SIGN_IN_POST, '/users/forgotpasswordbyphone', {
  summary: 'Sign in or RESEND: send a code by SMS',
  errors: [
    'country_not_served',
    'otp_paused',
    'otp_too_soon',
    'sms_failed',
    'sms_not_set_up',
    'too_many_requests',
  ],
  body: z.object({ mobileno: TypedMobile, countryCode: DialCode.default(DOMESTIC_DIAL_CODE) }),
  reply: Message,
});
export const forgotPassword = endpoint(SIGN_IN_POST, '/users/forgotpassword', {
  summary: 'Sign in or RESEND outside +91: send a code by e-mail',
  errors: ['email_failed', 'email_not_set_up', 'otp_paused', 'otp_too_soon', 'too_many_requests'],
  /** A new account stores the number. `countryCode` is its dial code. */
  body: z.object({
    emailId: Email,
    mobileno: typedLine().max(MOBILE_MAX_LETTERS).default(''),
    countryCode: DialCode.optional(),
  }),
  reply: Message,
});
export const validatePhoneOtp = endpoint(SIGN_IN_POST, '/users/validatephoneotp', {
  summary: 'Check a code, which may then be used once to sign in',
  errors: ['otp_invalid', 'too_many_requests'],
  body: z.object({ username: typedLine().min(1).max(254), otp: Otp }),
  reply: Message.extend({ tempToken: z.string() }),
});
export const login = endpoint(SIGN_IN_POST, '/users/login', {
  summary: 'Sign in with a code or a password',
  errors: ['account_blocked', 'credentials_invalid', 'too_many_requests'],
  body: z.object({
    username: typedLine().min(1).max(254),
    password: z.string(text.passwordRequired).min(1, text.passwordRequired).max(200),
  }),
  reply: SignedIn,
});
const RefreshToken = z.object({ refreshToken: z.string().min(1).max(500) });
export const generateToken = endpoint(ACCOUNT_POST, '/users/generatetoken', {
  auth: 'none',
  summary: 'Exchange a refresh token for new tokens',
  errors: ['token_invalid'],
  body: RefreshToken,
  reply: Tokens,
});
export const logout = endpoint(ACCOUNT_POST, '/users/logout', {
  summary: 'Sign out: end this session in all tabs',
  body: RefreshToken,
  status: 204,
});

const newPassword = (required: string, tooShort: string) =>
  z.string(required).min(1, required).min(PASSWORD_MIN_LENGTH, tooShort).max(200);

export const NewPassword = z
  .object({
    password: newPassword(text.passwordRequired, text.passwordTooShort),
    confirmPassword: newPassword(text.confirmRequired, text.confirmTooShort),
  })
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ['confirmPassword'],
    message: text.confirmDiffers,
  });
export type NewPassword = z.infer<typeof NewPassword>;
export const resetPassword = endpoint(ACCOUNT_POST, '/users/resetpassword', {
  auth: 'temp',
  summary: 'Set a password and end all other sessions of the account',
  errors: [
    'credentials_invalid',
    'otp_invalid',
    'otp_paused',
    'proof_required',
    'too_many_requests',
    'user_not_found',
  ],
  body: NewPassword.safeExtend({
    username: typedLine().min(1).max(254),
    /** With a user token, one of these is required; a temporary token needs none. */
    currentPassword: z.string().max(200).optional(),
    otp: Otp.optional(),
  }),
  reply: Message,
});

/** Null for a provider without keys. */
export const socialProviders = endpoint(SIGN_IN_GET, '/social/providers', {
  summary: 'List the configured social sign-ins',
  reply: z.object({
    google: z.object({ clientId: z.string(), scriptUrl: z.string() }).nullable(),
    facebook: z
      .object({ appId: z.string(), scriptUrl: z.string(), version: z.string() })
      .nullable(),
  }),
});
export const socialNonce = endpoint(SIGN_IN_GET, '/social/nonce', {
  hasCookie: true,
  summary: 'Create a nonce for the Google ID token; its secret goes into an HttpOnly cookie',
  reply: z.object({ nonce: z.string() }),
});
export const socialLogin = endpoint(SIGN_IN_POST, '/users/socialLogin', {
  summary: 'Sign in by a social provider; `password` carries its token, which the server verifies',
  errors: [
    'account_blocked',
    'credentials_invalid',
    'provider_not_set_up',
    'provider_unavailable',
    'too_many_requests',
  ],
  body: z.object({
    username: typedLine().max(254).default(''),
    password: z.string().min(1).max(8000),
    firstName: typedLine().max(100).default(''),
    loginSource: z.enum(['Google', 'Facebook']),
  }),
  reply: SignedIn,
});

/** One sign-in on one device. Dates are wire dates. */
export const Session = z.object({
  sessionId: z.string(),
  isCurrent: z.boolean(),
  createdOn: z.string(),
  lastSeenOn: z.string(),
  ipAddress: z.string().nullable(),
  /** ISO 3166 code of the address, if known. */
  country: z.string().nullable(),
  /** `Chrome on Android`; null if unknown. */
  device: z.string().nullable(),
});
export type Session = z.infer<typeof Session>;
export const mySessions = endpoint(ACCOUNT_GET, '/me/sessions', {
  summary: 'List the active sessions of the signed-in person, newest first',
  reply: z.object({ content: z.array(Session) }),
});
export const endSession = endpoint(ACCOUNT_DELETE, '/me/sessions/:sessionId', {
  summary: 'End a session',
  errors: ['session_not_found'],
  params: z.object({ sessionId: z.uuid() }),
});
