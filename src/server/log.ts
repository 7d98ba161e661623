import pino from 'pino';
import { escapeControls } from '#domain/plain-text.ts';
import { maskJson } from './mask.ts';
import { currentRequestId } from './observe/request.ts';

/**
 * Creates the server's log. Every line is masked (mask.ts), shows control characters as `\u009b`,
 * and carries the id of the current request.
 */
export const createLog = (level: string, destination?: pino.DestinationStream): pino.Logger =>
  pino(
    {
      level,
      mixin: requestFields,
      hooks: { streamWrite: (line) => escapeControls(maskJson(line)) },
    },
    destination ?? pino.destination(1),
  );

function requestFields(line: object): object {
  const requestId = currentRequestId();
  return requestId === undefined || 'requestId' in line ? {} : { requestId };
}
