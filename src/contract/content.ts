import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const PAGE_NAMES = ['about-us', 'terms-and-conditions', 'privacy-policy', 'contact-us'] as const;
export type PageName = (typeof PAGE_NAMES)[number];

const LONG_CACHE = { maxAge: 300, sMaxAge: 3600, staleWhileRevalidate: 86_400 };

/** A text by the operator (spec §3). Nobody can subscribe; only the two calls below return it. */
export const Subscription = z.object({ content: z.string(), ordering: z.number() });
const Subscriptions = z.object({ content: z.array(Subscription) });

export const publicSubscriptions = endpoint({
  service: 'ott',
  auth: 'none',
  method: 'GET',
  path: '/public/subs/getall',
  summary: 'List the subscriptions, by ordering',
  status: 200,
  reply: Subscriptions,
  cache: LONG_CACHE,
});
export const memberSubscriptions = endpoint({
  service: 'ott',
  auth: 'token',
  method: 'GET',
  path: '/subscriptions',
  summary: 'List the subscriptions, by ordering',
  status: 200,
  reply: Subscriptions,
});

export const publicPage = endpoint({
  service: 'ott',
  auth: 'none',
  method: 'GET',
  path: '/public/pages/:name',
  summary: 'Get the text of a content page',
  params: z.object({ name: z.enum(PAGE_NAMES) }),
  status: 200,
  reply: z.object({ pageContent: z.string() }),
  cache: LONG_CACHE,
});
