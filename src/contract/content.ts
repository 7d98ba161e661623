import { z } from 'zod';
import { endpoint, LONG_CACHE, PUBLIC_GET, VIEWER_GET } from './endpoint.ts';

export const PAGE_NAMES = [
  'about-us',
  'terms-and-conditions',
  'privacy-policy',
  'contact-us',
] as const;
export type PageName = (typeof PAGE_NAMES)[number];

/** A text by the operator (spec §3). Nobody can subscribe; only the two calls below return it. */
const Subscription = z.object({ content: z.string(), ordering: z.number() });
const SUBSCRIPTIONS = {
  summary: 'List the subscriptions, by ordering',
  reply: z.object({ content: z.array(Subscription) }),
};
export const publicSubscriptions = endpoint(PUBLIC_GET, '/public/subs/getall', {
  ...SUBSCRIPTIONS,
  cache: LONG_CACHE,
});
export const memberSubscriptions = endpoint(VIEWER_GET, '/subscriptions', SUBSCRIPTIONS);

export const publicPage = endpoint(PUBLIC_GET, '/public/pages/:name', {
  summary: 'Get the text of a content page',
  params: z.object({ name: z.enum(PAGE_NAMES) }),
  reply: z.object({ pageContent: z.string() }),
  cache: LONG_CACHE,
});
