export const SANDBOX_CREDENTIALS = {
  razorpay: {
    keyId: 'rzp_test_sandbox0000001',
    keySecret: 'sandbox_key_secret_01',
    webhookSecret: 'sandbox_webhook_secret_01',
  },
  paypal: { clientId: 'sandbox_paypal_client', clientSecret: 'sandbox_paypal_secret', webhookId: 'SBX4291016473214C' },
  msg91: {
    authKey: 'sandbox_msg91_authkey',
    templateId: 'sandbox_otp_template',
    noticeTemplateId: 'sandbox_notice_template',
  },
  twilio: { accountSid: 'AC00000000000000000000000000000001', authToken: 'sandbox_twilio_token', from: '+14155550999' },
  smtp: { user: 'sandbox', password: 'sandbox_smtp_password' },
  google: { clientId: 'sbx.apps.googleusercontent.com' },
  facebook: { appId: '1000000000000001', appSecret: 'sandbox_fb_secret' },
};
