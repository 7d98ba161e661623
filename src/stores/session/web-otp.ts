/** WebOTP. Null if the browser does not support it, the viewer declines, or `signal` aborts. */
export async function codeFromSms(signal: AbortSignal): Promise<string | null> {
  if (!('OTPCredential' in globalThis)) return null;
  // `otp` is missing in the DOM types.
  const request: CredentialRequestOptions & { otp: object } = {
    otp: { transport: ['sms'] },
    signal,
  };
  const credential = await navigator.credentials.get(request).catch(() => null);
  return credential && 'code' in credential && typeof credential.code === 'string'
    ? credential.code
    : null;
}
