import { z } from 'zod';
import type { BuiltPage } from '../support/built-site.ts';
import { testNow } from '../support/test-now.ts';

// The types of schema.org with the properties that search engines require. Strict: an unknown property is an error.
const text = z.string().trim().min(1);
const address = z.url({ protocol: /^https?$/ });
const day = z.iso.date();
const instant = z.iso.datetime();
const addresses = z.array(address).min(1);
const person = z.strictObject({ '@type': z.literal('Person'), name: text });
const people = z.array(person).min(1).optional();
const minutes = z.string().regex(/^PT\d+M$/);
const price = { price: z.string().regex(/^\d+\.\d{2}$/), priceCurrency: z.literal('INR') };

const Offer = z.strictObject({
  '@type': z.literal('Offer'),
  ...price,
  priceSpecification: z.strictObject({
    '@type': z.literal('UnitPriceSpecification'),
    ...price,
    valueAddedTaxIncluded: z.literal(false),
  }),
  availability: z.enum(['https://schema.org/InStock', 'https://schema.org/PreOrder']),
  availabilityStarts: instant.optional(),
  url: address,
});

const AggregateRating = z
  .strictObject({
    '@type': z.literal('AggregateRating'),
    ratingValue: z.number(),
    bestRating: z.literal(5),
    worstRating: z.literal(1),
    ratingCount: z.int().min(1),
  })
  .refine(({ ratingValue }) => ratingValue >= 1 && ratingValue <= 5);

const VideoObject = z.strictObject({
  '@type': z.literal('VideoObject'),
  name: text,
  description: text,
  thumbnailUrl: addresses,
  // A date in the future means that the video does not exist yet.
  uploadDate: instant.refine((date) => Date.parse(date) <= testNow().getTime()),
  contentUrl: address,
});

const film = {
  '@context': z.literal('https://schema.org'),
  '@id': address,
  url: address,
  name: text,
  alternateName: text.optional(),
  image: addresses,
  description: text.optional(),
  inLanguage: text,
  dateCreated: z.union([z.string().regex(/^\d{4}$/), day]).optional(),
  datePublished: day.optional(),
  contentRating: z
    .string()
    .regex(/^\d+\+$/)
    .optional(),
  genre: z.array(text).min(1).optional(),
  director: people,
  author: people,
  musicBy: people,
  producer: people,
  editor: people,
  contributor: people,
  actor: people,
  aggregateRating: AggregateRating.optional(),
  trailer: VideoObject.optional(),
  offers: Offer.optional(),
};
export const Movie = z.strictObject({
  '@type': z.literal('Movie'),
  ...film,
  duration: minutes.optional(),
});
export const TVSeries = z.strictObject({
  '@type': z.literal('TVSeries'),
  ...film,
  timeRequired: minutes.optional(),
});

const inOrder = (items: { position: number }[]) =>
  items.every(({ position }, index) => position === index + 1);

export const BreadcrumbList = z.strictObject({
  '@context': z.literal('https://schema.org'),
  '@type': z.literal('BreadcrumbList'),
  itemListElement: z
    .array(
      z.strictObject({
        '@type': z.literal('ListItem'),
        position: z.int(),
        name: text,
        item: address,
      }),
    )
    .min(2)
    .refine(inOrder),
});

export const ItemList = z.strictObject({
  '@context': z.literal('https://schema.org'),
  '@type': z.literal('ItemList'),
  numberOfItems: z.int().min(1),
  itemListElement: z
    .array(z.strictObject({ '@type': z.literal('ListItem'), position: z.int(), url: address }))
    .min(1)
    .refine(inOrder),
});

export const WebSite = z.strictObject({
  '@context': z.literal('https://schema.org'),
  '@type': z.literal('WebSite'),
  name: text,
  url: address,
  inLanguage: text,
});

const Thing = z.discriminatedUnion('@type', [Movie, TVSeries, BreadcrumbList, ItemList, WebSite]);
export type Thing = z.infer<typeof Thing>;

/** Parses and checks the structured data of a page. Throws an error that names the wrong property. */
export const thingsOn = (page: BuiltPage): Thing[] =>
  page.tags
    .filter(
      ({ name, attributes }) => name === 'script' && attributes['type'] === 'application/ld+json',
    )
    .map(({ text: json }) => Thing.parse(JSON.parse(json)));
