import { type Environment, requireSetting } from './environment.ts';
import { SANDBOX_CREDENTIALS } from './sandbox-credentials.ts';

interface Msg91Settings {
  provider: 'msg91';
  baseUrl: string;
  authKey: string;
  templateId: string;
  noticeTemplateId: string | undefined;
  isSandbox: boolean;
}
interface TwilioSettings {
  provider: 'twilio';
  baseUrl: string;
  accountSid: string;
  authToken: string;
  /** A number, a sender name or the id of a messaging service (`MG…`). */
  from: string;
  isSandbox: boolean;
}
export type SmsSettings = Msg91Settings | TwilioSettings;

export interface EmailSettings {
  /** Null: use the sandbox's mail server, whose port is known only after its start. */
  url: string | null;
  from: string;
  isSandbox: boolean;
}

export function smsSettings(env: Environment, origin: string, isProduction: boolean): SmsSettings | null {
  return env.SMS_PROVIDER === 'twilio'
    ? twilioSettings(env, origin, isProduction)
    : msg91Settings(env, origin, isProduction);
}

function msg91Settings(env: Environment, origin: string, isProduction: boolean): Msg91Settings | null {
  const provider = 'msg91';
  if (env.MSG91_AUTH_KEY) {
    const templateId = requireSetting(env, 'MSG91_TEMPLATE_ID', 'MSG91_AUTH_KEY');
    const baseUrl = env.MSG91_URL ?? 'https://control.msg91.com';
    const noticeTemplateId = env.MSG91_NOTICE_TEMPLATE_ID;
    return { provider, baseUrl, authKey: env.MSG91_AUTH_KEY, templateId, noticeTemplateId, isSandbox: false };
  }
  if (isProduction) return null;
  return { provider, baseUrl: env.MSG91_URL ?? `${origin}/sandbox/sms`, ...SANDBOX_CREDENTIALS.msg91, isSandbox: true };
}

function twilioSettings(env: Environment, origin: string, isProduction: boolean): TwilioSettings | null {
  const provider = 'twilio';
  if (env.TWILIO_ACCOUNT_SID) {
    const authToken = requireSetting(env, 'TWILIO_AUTH_TOKEN', 'TWILIO_ACCOUNT_SID');
    const from = requireSetting(env, 'TWILIO_FROM', 'TWILIO_ACCOUNT_SID');
    const baseUrl = env.TWILIO_URL ?? 'https://api.twilio.com';
    return { provider, baseUrl, accountSid: env.TWILIO_ACCOUNT_SID, authToken, from, isSandbox: false };
  }
  if (isProduction) return null;
  const baseUrl = env.TWILIO_URL ?? `${origin}/sandbox/twilio`;
  return { provider, baseUrl, ...SANDBOX_CREDENTIALS.twilio, isSandbox: true };
}

export function emailSettings(env: Environment, origin: string, isProduction: boolean): EmailSettings | null {
  const from = env.MAIL_FROM ?? `Matinee <no-reply@${new URL(origin).hostname}>`;
  const isSandbox = env.SMTP_URL ? new URL(env.SMTP_URL).username === SANDBOX_CREDENTIALS.smtp.user : true;
  if (isProduction && !env.SMTP_URL) return null;
  return { url: env.SMTP_URL ?? null, from, isSandbox };
}
