import * as contract from '#contract/session.ts';
import { call } from './http.ts';

export const registerByPhone = (mobileno: string, countryCode: string) =>
  call(contract.registerByPhone, { body: { mobileno, countryCode } });

export const forgotPasswordByPhone = (mobileno: string) => call(contract.forgotPasswordByPhone, { body: { mobileno } });

export const validatePhoneOtp = (username: string, otp: string) =>
  call(contract.validatePhoneOtp, { body: { username, otp } });

export const login = (username: string, password: string) => call(contract.login, { body: { username, password } });

export const logout = (refreshToken: string) => call(contract.logout, { body: { refreshToken } }, { keepalive: true });
