/** `node --import` loads this file first in each process of a run with a clock of its own (`setRunClock`). Timers still run. */
import { subscribe } from 'node:diagnostics_channel';
import { ServerResponse } from 'node:http';
import { clockAheadMs, shiftClock } from './test-now.ts';

const fixedNow = process.env['FIXED_NOW'];
shiftClock(clockAheadMs(), fixedNow ? Date.parse(fixedNow) : undefined);

// Browsers use the Date header as the server's time. Node would send the machine's time.
subscribe('http.server.request.start', (message) => {
  const response =
    message && typeof message === 'object' && 'response' in message && message.response;
  if (response instanceof ServerResponse) response.setHeader('Date', new Date().toUTCString());
});
