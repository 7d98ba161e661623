import { displaySeconds } from '#domain/format/durations.ts';
import { sessionMessages as text } from '#messages/session.ts';
import { errorText, rateLimitSeconds } from './call-errors.ts';

export const resendText = (seconds: number) => text.resendIn(displaySeconds(seconds));

export const errorTextWithWait =
  (fallback?: string, waitText: (time: string) => string = text.resendIn) =>
  (error: unknown): string => {
    const message = errorText(error, fallback);
    const seconds = rateLimitSeconds(error);
    return seconds ? `${message} ${waitText(displaySeconds(seconds))}` : message;
  };
