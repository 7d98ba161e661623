import { z } from 'zod';
import { cleanLine, cleanText } from '#domain/plain-text.ts';

/** For a text that a person writes in one line. `message` reports a missing value. */
export const typedLine = (message?: string) => z.string(message).overwrite(cleanLine);

/** For a text that a person writes in several lines. */
export const typedText = (message?: string) => z.string(message).overwrite(cleanText);
