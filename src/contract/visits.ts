import { z } from 'zod';
import { LINK_SOURCE } from '#domain/link-source.ts';
import { Id } from './catalogue.ts';
import { endpoint, VIEWER_POST } from './endpoint.ts';

export const Visit = z.object({ from: z.string().regex(LINK_SOURCE) });
export type Visit = z.infer<typeof Visit>;

export const countVisit = endpoint(VIEWER_POST, '/public/movies/:id/visits', {
  auth: 'none',
  summary: 'Count a visit of a film page by the label in its link, without personal data',
  errors: ['movie_not_found', 'too_many_requests'],
  params: z.object({ id: Id }),
  body: Visit,
  // `navigator.sendBeacon` sends a string in this type, and another type would need a preflight
  // request.
  otherBodyTypes: ['text/plain'],
  status: 204,
});
