import type { Environment } from './environment.ts';
import { requireSetting } from './read-setting.ts';
import { SANDBOX_CREDENTIALS } from './sandbox-credentials.ts';

export const smsSettings = (env: Environment, origin: string, isProduction: boolean) =>
  (env.SMS_PROVIDER === 'twilio' ? twilioSettings : msg91Settings)(env, origin, isProduction);

function msg91Settings(env: Environment, origin: string, isProduction: boolean) {
  const provider = 'msg91' as const;
  if (env.MSG91_AUTH_KEY) {
    const templateId = requireSetting(env, 'MSG91_TEMPLATE_ID', 'MSG91_AUTH_KEY');
    const baseUrl = env.MSG91_URL ?? 'https://control.msg91.com';
    const noticeTemplateId = env.MSG91_NOTICE_TEMPLATE_ID;
    return {
      provider,
      baseUrl,
      authKey: env.MSG91_AUTH_KEY,
      templateId,
      noticeTemplateId,
      isSandbox: false,
    };
  }
  if (isProduction) return null;
  return {
    provider,
    baseUrl: env.MSG91_URL ?? `${origin}/sandbox/sms`,
    ...SANDBOX_CREDENTIALS.msg91,
    isSandbox: true,
  };
}

function twilioSettings(env: Environment, origin: string, isProduction: boolean) {
  const provider = 'twilio' as const;
  if (env.TWILIO_ACCOUNT_SID) {
    const authToken = requireSetting(env, 'TWILIO_AUTH_TOKEN', 'TWILIO_ACCOUNT_SID');
    const from = requireSetting(env, 'TWILIO_FROM', 'TWILIO_ACCOUNT_SID');
    const baseUrl = env.TWILIO_URL ?? 'https://api.twilio.com';
    return {
      provider,
      baseUrl,
      accountSid: env.TWILIO_ACCOUNT_SID,
      authToken,
      from,
      isSandbox: false,
    };
  }
  if (isProduction) return null;
  const baseUrl = env.TWILIO_URL ?? `${origin}/sandbox/twilio`;
  return { provider, baseUrl, ...SANDBOX_CREDENTIALS.twilio, isSandbox: true };
}

export function emailSettings(env: Environment, origin: string, isProduction: boolean) {
  const from = env.MAIL_FROM ?? `Matinee <no-reply@${new URL(origin).hostname}>`;
  const isSandbox = env.SMTP_URL
    ? new URL(env.SMTP_URL).username === SANDBOX_CREDENTIALS.smtp.user
    : true;
  if (isProduction && !env.SMTP_URL) return null;
  return {
    /** Null: use the sandbox's mail server, whose port is known only after its start. */
    url: env.SMTP_URL ?? null,
    from,
    isSandbox,
  };
}
