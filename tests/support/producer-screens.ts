import type { Page } from '@playwright/test';
import { producerMessages as text, statementMessages } from '#messages/producer.ts';
import { href } from '#routes.ts';
import { openAsProducer } from './producer-fixture.ts';

interface ProducerScreen {
  name: string;
  isVariant?: true;
  open: (page: Page) => Promise<unknown>;
}

/** The producer's screens, on a server with sold, refunded and watched films. */
export const PRODUCER_SCREENS: ProducerScreen[] = [
  { name: 'my channels', open: (page) => openAsProducer(page, () => href('producerChannels')) },
  {
    name: 'my movies',
    isVariant: true,
    open: (page) => openAsProducer(page, ({ moviesAddress }) => moviesAddress),
  },
  { name: 'a film’s orders', open: openOrders },
  {
    name: 'orders of a missing film',
    isVariant: true,
    open: (page) => openAsProducer(page, () => ordersOfMissingFilm),
  },
  { name: 'a film’s statements', open: openStatements },
  { name: 'sales over time as a table', isVariant: true, open: openTable },
];

const ordersOfMissingFilm = href('producerOrders', { movie_id: 999_999, channel_id: 1 });

async function openOrders(page: Page) {
  await openAsProducer(page, ({ ordersAddress }) => ordersAddress);
  await page.getByRole('table', { name: text.ordersTable }).waitFor();
}

async function openStatements(page: Page) {
  await openAsProducer(page, ({ statementsAddress }) => statementsAddress);
  await page.getByRole('table', { name: /^Statement for / }).waitFor();
}

async function openTable(page: Page) {
  await openStatements(page);
  await page.getByText(statementMessages.asTable).click();
  await page.getByRole('table', { name: statementMessages.overTime }).waitFor();
}
