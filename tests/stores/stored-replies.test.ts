import { aServerForStores } from '../support/stores.ts';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { saveTokens } from '#api/browser-storage.ts';
import { fetchOrder } from '#api/booking.ts';
import { OfflineError } from '#api/errors.ts';
import { setFetch } from '#api/http.ts';
import { signUserToken } from '#server/tokens.ts';
import { purchaseSteps } from '../support/purchase.ts';
import { waitFor } from '../support/wait-for.ts';

const server = await aServerForStores();
const purchase = purchaseSteps(server);

/** The part of Cache Storage that replies use. */
const stored = new Map<string, Response>();
const memoryCache = {
  put: async (address: string, response: Response) => void stored.set(address, response),
  keys: async () => [...stored.keys()],
  delete: async (address: string) => stored.delete(address),
};
vi.stubGlobal('caches', {
  open: async () => memoryCache,
  match: async (address: string) => stored.get(address)?.clone(),
});
afterAll(() => vi.unstubAllGlobals());
beforeEach(() => stored.clear());

/** A signed-in viewer who has opened an order with a network. */
async function anOpenedOrder() {
  server.routeFetch();
  const { viewer, order } = await purchase.anUnpaidOrder();
  const token = signUserToken(
    server.config.secrets.tokenSecret,
    { userId: viewer.userId, roles: [] },
    server.clock.now(),
  );
  saveTokens({ token, refreshtoken: 'none' });
  const opened = await fetchOrder(order.movieOrderId);
  await waitFor(() => expect(stored.size).toBeGreaterThan(0));
  return opened;
}
const goOffline = () => setFetch(() => Promise.reject(new TypeError('Failed to fetch')));

const PAGE = () =>
  new Response('<!doctype html><title>Wi-Fi</title>', { headers: { 'Content-Type': 'text/html' } });

test('in a captive portal, the reply that the device stored is used, and it stays for later', async () => {
  const order = await anOpenedOrder();
  setFetch(async () => PAGE());
  expect(await fetchOrder(order.movieOrderId)).toEqual(order);
  goOffline();
  expect(await fetchOrder(order.movieOrderId)).toEqual(order);
});

test('a reply in another form is an error, and does not replace the stored one', async () => {
  const order = await anOpenedOrder();
  setFetch(async () => Response.json({ signIn: 'https://portal.example' }));
  await expect(fetchOrder(order.movieOrderId)).rejects.toMatchObject({ code: 'unexpected_reply' });
  goOffline();
  expect(await fetchOrder(order.movieOrderId)).toEqual(order);
});

test('in a captive portal, a reply that was never stored is missing as without a network', async () => {
  const order = await anOpenedOrder();
  setFetch(async () => PAGE());
  await expect(fetchOrder(order.movieOrderId + 1)).rejects.toBeInstanceOf(OfflineError);
});
