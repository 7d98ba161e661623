import { PAYMENT_SANDBOX_CREDENTIALS } from '../ports/payments/providers.ts';

export const SANDBOX_CREDENTIALS = {
  ...PAYMENT_SANDBOX_CREDENTIALS,
  msg91: {
    authKey: 'sandbox_msg91_authkey',
    templateId: 'sandbox_otp_template',
    noticeTemplateId: 'sandbox_notice_template',
  },
  twilio: {
    accountSid: 'AC00000000000000000000000000000001',
    authToken: 'sandbox_twilio_token',
    from: '+14155550999',
  },
  smtp: { user: 'sandbox', password: 'sandbox_smtp_password' },
  google: { clientId: 'sbx.apps.googleusercontent.com' },
  facebook: { appId: '1000000000000001', appSecret: 'sandbox_fb_secret' },
};
