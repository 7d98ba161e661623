import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** A fault of our own script in somebody's browser. Nothing in it says who, and the page is named without its parameters. */
export const Fault = z.object({
  /** The route's name: `movieDetails`, never the address. */
  page: z.string().max(40),
  message: z.string().max(300),
  /** Where in our own files: `/_astro/x.js:1:200`; empty when the browser does not say. */
  at: z.string().max(200).default(''),
  /** The first lines of the stack. */
  stack: z.string().max(1500).default(''),
});
export type Fault = z.infer<typeof Fault>;

export const reportFault = endpoint({
  service: 'ott',
  auth: 'none',
  method: 'POST',
  path: '/faults',
  summary: 'A browser reports a fault of our own script: sampled, without personal data',
  body: Fault,
  status: 204,
});
