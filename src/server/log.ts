import pino from 'pino';
import { maskedJson } from './mask.ts';
import { currentRequestId } from './observe/request.ts';

/**
 * The house's log. No line keeps a token, a one-time code, a mobile number or an e-mail address, whoever wrote it; a line that is
 * written for a request names it.
 */
export const createLog = (level: string, destination?: pino.DestinationStream): pino.Logger =>
  pino({ level, mixin: requestOf, hooks: { streamWrite: maskedJson } }, destination ?? pino.destination(1));

function requestOf(line: object): object {
  const requestId = currentRequestId();
  return requestId === undefined || 'requestId' in line ? {} : { requestId };
}
