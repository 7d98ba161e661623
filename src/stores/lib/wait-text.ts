import { sessionMessages as text } from '#messages/session.ts';
import { errorText, waitOf } from './status.ts';

/** `m:ss`; from an hour on `h:mm:ss`. */
export function clock(seconds: number): string {
  const two = (number: number) => String(number).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

export const waitText = (seconds: number) => text.resendIn(clock(seconds));

/** The words for a refusal, and how long the server asks to wait. */
export const explainWait =
  (otherwise?: string, wait: (time: string) => string = text.resendIn) =>
  (error: unknown): string => {
    const words = errorText(error, otherwise);
    const seconds = waitOf(error);
    return seconds ? `${words} ${wait(clock(seconds))}` : words;
  };
