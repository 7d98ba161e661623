import { z } from 'zod';
import { endpoint, VIEWER_POST } from './endpoint.ts';

/** An error of the site's own script in a browser, without personal data. */
export const Fault = z.object({
  /** Route name such as `movieDetails`; never the URL. */
  page: z.string().max(40),
  message: z.string().max(300),
  /** Position in a script of the site: `/_astro/x.js:1:200`; empty if unknown. */
  at: z.string().max(200).default(''),
  stack: z.string().max(1500).default(''),
});
export type Fault = z.infer<typeof Fault>;

export const reportFault = endpoint(VIEWER_POST, '/faults', {
  auth: 'none',
  summary: 'Report a script error of the site; sampled, without personal data',
  body: Fault,
  status: 204,
});
