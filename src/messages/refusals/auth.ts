import { accountMessages } from '../accounts.ts';
import { detailMessages } from '../details.ts';
import { sessionRefusals } from '../session-refusals.ts';
import { sessionMessages } from '../session.ts';
import { televisionRefusals } from '../television-refusals.ts';

/** The sentences of the refusals of accounts and sign-ins. */
export const authSentences = {
  access_denied: televisionRefusals.accessDenied,
  account_blocked: sessionRefusals.accountBlocked,
  account_not_found: accountMessages.updateFailed,
  authorization_pending: televisionRefusals.authorizationPending,
  code_required: sessionMessages.codeRequired,
  country_not_served: sessionRefusals.smsNotServed,
  credentials_invalid: sessionMessages.loginFailed,
  current_password_invalid: sessionRefusals.currentPasswordWrong,
  device_code_unknown: televisionRefusals.codeUnknown,
  email_failed: sessionMessages.resendFailed,
  email_not_served: sessionRefusals.emailNotServed,
  email_not_set_up: sessionMessages.resendFailed,
  expired_token: televisionRefusals.expiredCode,
  invalid_grant: televisionRefusals.usedCode,
  movie_not_found: detailMessages.notFound,
  otp_invalid: sessionRefusals.otpInvalid,
  otp_paused: sessionMessages.resendFailed,
  otp_too_soon: sessionMessages.codeTooSoon,
  own_payment_pending: accountMessages.deletePaymentPending,
  owns_films: accountMessages.deleteOwnsFilms,
  password_common: sessionRefusals.passwordCommon,
  password_is_own: sessionRefusals.passwordIsOwn,
  proof_required: sessionRefusals.proofRequired,
  provider_not_set_up: sessionMessages.loginFailed,
  provider_unavailable: sessionMessages.resendFailed,
  refresh_token_invalid: sessionMessages.loginFailed,
  session_not_found: sessionRefusals.sessionNotFound,
  slow_down: televisionRefusals.slowDown,
  sms_failed: sessionMessages.resendFailed,
  sms_not_set_up: sessionMessages.resendFailed,
  television_not_open: televisionRefusals.notOpen,
  user_not_found: accountMessages.fetchFailed,
} as const;
