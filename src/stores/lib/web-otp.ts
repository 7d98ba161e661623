/** The parts of WebOTP that the DOM's types do not have. */
interface OtpRequest extends CredentialRequestOptions {
  otp: { transport: ['sms'] };
}

/**
 * The code of an SMS that arrives while the page is open, where the browser can read it and the viewer agrees (WebOTP).
 * Null when it cannot, nobody agrees, or `signal` ends the wait.
 */
export async function codeFromSms(signal: AbortSignal): Promise<string | null> {
  if (!('OTPCredential' in globalThis)) return null;
  const request: OtpRequest = { otp: { transport: ['sms'] }, signal };
  const credential = await navigator.credentials.get(request).catch(() => null);
  return credential && 'code' in credential && typeof credential.code === 'string' ? credential.code : null;
}
