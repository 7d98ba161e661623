import { sessionMessages as text } from '#messages/session.ts';
import { errorText, rateLimitSeconds } from './call-errors.ts';

/** `m:ss` or `h:mm:ss` */
export function displaySeconds(seconds: number): string {
  const twoDigits = (number: number) => String(number).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${twoDigits(minutes)}:${twoDigits(seconds % 60)}` : `${minutes}:${twoDigits(seconds % 60)}`;
}

export const resendText = (seconds: number) => text.resendIn(displaySeconds(seconds));

export const errorTextWithWait =
  (fallback?: string, wait: (time: string) => string = text.resendIn) =>
  (error: unknown): string => {
    const message = errorText(error, fallback);
    const seconds = rateLimitSeconds(error);
    return seconds ? `${message} ${wait(displaySeconds(seconds))}` : message;
  };
