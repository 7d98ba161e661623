import type { CallInput, ReplyOf } from '#contract/endpoint.ts';
import * as contract from '#contract/session.ts';
import { call } from './http.ts';

export const registerByPhone = (mobileno: string, countryCode: string) =>
  call(contract.registerByPhone, { body: { mobileno, countryCode } });

export const requestSmsCode = (mobileno: string) =>
  call(contract.forgotPasswordByPhone, { body: { mobileno } });

export const registerByEmail = (body: { mobileno: string; countryCode: string; emailId: string }) =>
  call(contract.registerByEmail, { body });

export const requestEmailCode = (body: {
  emailId: string;
  mobileno?: string;
  countryCode?: string;
}) => call(contract.forgotPassword, { body });

export const validatePhoneOtp = (username: string, otp: string) =>
  call(contract.validatePhoneOtp, { body: { username, otp } });

export const login = (username: string, password: string) =>
  call(contract.login, { body: { username, password } });

export const logout = (refreshToken: string) =>
  call(contract.logout, { body: { refreshToken } }, { keepalive: true });

export const resetPassword = (
  username: string,
  draft: contract.NewPassword & { currentPassword?: string; otp?: string },
) => call(contract.resetPassword, { body: { username, ...draft } });

export const fetchMySessions = async () => (await call(contract.mySessions, {})).content;

export const endSessionById = (sessionId: string) =>
  call(contract.endSession, { params: { sessionId } });

export type SocialProviders = ReplyOf<typeof contract.socialProviders>;
export const fetchSocialProviders = () => call(contract.socialProviders, {});

export const fetchNonce = async () => (await call(contract.socialNonce, {})).nonce;

export const socialLogin = (body: CallInput<typeof contract.socialLogin>['body']) =>
  call(contract.socialLogin, { body });
