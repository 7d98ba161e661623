import { z } from 'zod';
import { endpoint, VIEWER_POST } from './endpoint.ts';
import { typedLine, typedText } from './typed-text.ts';

/** An error of the site's own script in a browser, without personal data. */
export const Fault = z.object({
  /** Route name such as `movieDetails`; never the URL. */
  page: typedLine().max(40),
  message: typedLine().max(300),
  /** Position in a script of the site: `/_astro/x.js:1:200`; empty if unknown. */
  at: typedLine().max(200).default(''),
  stack: typedText().max(1500).default(''),
});
export type Fault = z.infer<typeof Fault>;

export const reportFault = endpoint(VIEWER_POST, '/faults', {
  auth: 'none',
  summary: 'Report a script error of the site; sampled, without personal data',
  errors: ['too_many_requests'],
  body: Fault,
  // `navigator.sendBeacon` sends a string in this type, and another type would need a preflight
  // request.
  otherBodyTypes: ['text/plain'],
  status: 204,
});
