import pino from 'pino';
import { maskedJson } from './mask.ts';

/** The house's log. No line keeps a token, a one-time code, a mobile number or an e-mail address, whoever wrote it. */
export const createLog = (level: string, destination?: pino.DestinationStream): pino.Logger =>
  pino({ level, hooks: { streamWrite: maskedJson } }, destination ?? pino.destination(1));
