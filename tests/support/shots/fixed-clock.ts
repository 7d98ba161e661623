/** `node --import` loads this file before a server: its clock always returns FIXED_NOW. Timers still run. */
import { subscribe } from 'node:diagnostics_channel';
import { ServerResponse } from 'node:http';
import { testNow } from '../test-now.ts';

const now = testNow().getTime();
// Child processes get the time as a setting of the build.
delete process.env['NODE_OPTIONS'];

const RealDate = Date;
globalThis.Date = new Proxy(RealDate, {
  construct: (_, args) => Reflect.construct(RealDate, args.length ? args : [now]),
  apply: () => new RealDate(now).toString(),
  get: (target, name) => (name === 'now' ? () => now : Reflect.get(target, name)),
});
RealDate.prototype.constructor = Date;

// Browsers use the Date header as the server's time. Node would send the real time.
subscribe('http.server.request.start', (message) => {
  const response = message && typeof message === 'object' && 'response' in message && message.response;
  if (response instanceof ServerResponse) response.setHeader('Date', new Date().toUTCString());
});
