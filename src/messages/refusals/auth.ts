import { accountMessages } from '../accounts.ts';
import { detailMessages } from '../details.ts';
import { sessionMessages } from '../session.ts';

/** The sentences of the refusals of accounts and sign-ins. */
export const authSentences = {
  access_denied: 'The sign-in was refused on the phone.',
  account_blocked: 'Your account is blocked. Contact us if you think this is a mistake.',
  account_not_found: accountMessages.updateFailed,
  authorization_pending: 'Nobody has confirmed this code yet.',
  code_required: sessionMessages.codeRequired,
  country_not_served:
    'We don’t send codes by SMS to this country. Sign up with your email address.',
  credentials_invalid: sessionMessages.loginFailed,
  current_password_invalid: 'This is not your current password',
  device_code_unknown:
    'No television waits with this code. Check the letters, or use the newest code on the television.',
  email_failed: sessionMessages.resendFailed,
  email_not_served: 'Please sign up with your mobile number',
  email_not_set_up: sessionMessages.resendFailed,
  expired_token: 'This code has expired.',
  invalid_grant: 'This code is not valid any more.',
  movie_not_found: detailMessages.notFound,
  otp_invalid: 'Please Enter Valid OTP Number',
  otp_paused: sessionMessages.resendFailed,
  otp_too_soon: sessionMessages.codeTooSoon,
  own_payment_pending: accountMessages.deletePaymentPending,
  owns_films: accountMessages.deleteOwnsFilms,
  password_common: 'Many people use this password, so it is easy to guess. Choose another.',
  password_is_own: 'Your own number or email address is easy to guess. Choose another password.',
  proof_required: 'Please enter your current password, or a code that we send you',
  provider_not_set_up: sessionMessages.loginFailed,
  provider_unavailable: sessionMessages.resendFailed,
  refresh_token_invalid: sessionMessages.loginFailed,
  session_not_found: 'This device is not signed in any more',
  slow_down: 'Ask less often.',
  sms_failed: sessionMessages.resendFailed,
  sms_not_set_up: sessionMessages.resendFailed,
  television_not_open:
    'This television is not open. Open the cinema on the television and try again.',
  user_not_found: accountMessages.fetchFailed,
} as const;
