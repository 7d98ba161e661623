import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { browser } from '../support/fake-browser.ts';
import { aServerForStores } from '../support/stores.ts';
import { fetchMyProfile } from '#api/accounts.ts';
import { setFetch } from '#api/http.ts';
import { commonMessages } from '#messages/common.ts';
import { placeMessages as text } from '#messages/places.ts';
import { changeProfile, loadProfile } from '#stores/accounts/accounts.ts';
import { takeNotices } from '#stores/notices/notices.ts';
import { $map, markMapStale, openMap } from '#stores/places/place-map.ts';
import {
  $address,
  $isNameUnavailable,
  $pin,
  choosePlace,
  pinCurrentPosition,
  deleteLocation,
  movePin,
  setMyLocation,
  typeAddress,
} from '#stores/places/places.ts';

const CHENNAI = { placeName: 'Chennai, Tamil Nadu, India', latitude: 13.0827, longitude: 80.2707 };
const KOCHI = { placeName: 'Kochi, Kerala, India', latitude: 9.9312, longitude: 76.2673 };
const UNAVAILABLE = () =>
  Response.json({ code: 'places_away', message: text.searchUnavailable }, { status: 502 });

const server = await aServerForStores();
/** Responses by the last part of the URL. */
let replies: Record<string, () => Response | Promise<Response>> = {};
const requestedPaths: string[] = [];
const takeNoticeTexts = () => takeNotices().map(({ text: message }) => message);
const placesReply = (...content: object[]) => Response.json({ content });

beforeEach(async () => {
  await server.signIn();
  await loadProfile();
  takeNotices();
  browser.visits.length = 0;
  requestedPaths.length = 0;
  replies = {};
  typeAddress('');
  server.routeFetch((real) =>
    setFetch(async (input, init) => {
      const request = new Request(input, init);
      const { pathname, search } = new URL(request.url);
      const requestedPath = decodeURIComponent(pathname + search).replace('/api/ott/places', '');
      const createReply = Object.entries(replies).find(([end]) => requestedPath.endsWith(end))?.[1];
      if (pathname.startsWith('/api/ott/places')) requestedPaths.push(requestedPath);
      if (!pathname.startsWith('/api/ott/places') || !createReply) return real(request);
      const reply = await createReply();
      request.signal.throwIfAborted();
      return reply;
    }),
  );
});
afterEach(() => void vi.useRealTimers());

describe('the address', () => {
  beforeEach(() => void vi.useFakeTimers());
  const waitForSearch = () => vi.advanceTimersByTimeAsync(400);

  test('is searched once, shortly after the last keystroke', async () => {
    replies['=chen'] = () => placesReply(CHENNAI);
    for (const typed of ['c', 'ch', 'che', 'chen']) typeAddress(typed);
    expect($address.get()).toEqual({ typed: 'chen', places: [], status: 'process' });
    await waitForSearch();
    expect(requestedPaths).toEqual(['?search=chen']);
    expect($address.get()).toEqual({ typed: 'chen', places: [CHENNAI], status: 'success' });
  });

  test('is not searched with a single letter', async () => {
    typeAddress('c');
    await waitForSearch();
    expect($address.get().status).toBe('idle');
    expect(requestedPaths).toEqual([]);
  });

  test('drops late results of an earlier text', async () => {
    let sendLateReply = (_: Response) => {};
    replies['=ko'] = () => new Promise((resolve) => (sendLateReply = resolve));
    replies['=koc'] = () => placesReply(KOCHI);
    typeAddress('ko');
    await waitForSearch();
    typeAddress('koc');
    await waitForSearch();
    sendLateReply(placesReply(CHENNAI));
    await waitForSearch();
    expect($address.get()).toEqual({ typed: 'koc', places: [KOCHI], status: 'success' });
  });

  test('has different statuses for no result and for an unreachable provider', async () => {
    replies['=zzz'] = () => placesReply();
    replies['=chen'] = UNAVAILABLE;
    typeAddress('zzz');
    await waitForSearch();
    expect($address.get().status).toBe('noData');
    typeAddress('chen');
    await vi.advanceTimersByTimeAsync(5000);
    expect($address.get()).toMatchObject({ typed: 'chen', status: 'error' });
  });
});

describe('the pin', () => {
  test('moves to the chosen place, and the field shows its name', () => {
    choosePlace(CHENNAI);
    expect($pin.get()).toEqual(CHENNAI);
    expect($address.get()).toEqual({ typed: CHENNAI.placeName, places: [], status: 'idle' });
  });

  test('gets its name from the provider after a move', async () => {
    replies['longitude=76.26731'] = () => Response.json({ place: KOCHI });
    await movePin({ latitude: 9.931212345, longitude: 76.267312345 });
    expect(requestedPaths).toEqual(['/at?latitude=9.93121&longitude=76.26731']);
    expect($pin.get()).toEqual({
      latitude: 9.93121,
      longitude: 76.26731,
      placeName: KOCHI.placeName,
    });
    expect($isNameUnavailable.get()).toBe(false);
  });

  test('shows coordinates in the open sea', async () => {
    replies['longitude=70'] = () => Response.json({ place: null });
    await movePin({ latitude: 5, longitude: 70 });
    expect($pin.get()?.placeName).toBe('5.00000, 70.00000');
    expect($isNameUnavailable.get()).toBe(false);
  });

  test('keeps working while the provider is unreachable', async () => {
    replies['longitude=70'] = UNAVAILABLE;
    await movePin({ latitude: 5, longitude: 70 });
    expect($pin.get()?.placeName).toBe('5.00000, 70.00000');
    expect($isNameUnavailable.get()).toBe(true);
  });
});

describe('the browser’s position', () => {
  const mockGeolocation = (
    getCurrentPosition: (
      succeed: (position: object) => void,
      fail: (error: object) => void,
    ) => void,
  ) => vi.stubGlobal('navigator', { geolocation: { getCurrentPosition } });
  afterEach(() => void vi.unstubAllGlobals());

  test('moves the pin', async () => {
    replies['longitude=76.2673'] = () => Response.json({ place: KOCHI });
    mockGeolocation((succeed) => succeed({ coords: KOCHI }));
    await pinCurrentPosition.run();
    expect($pin.get()).toEqual(KOCHI);
  });

  test.each([
    { code: 1, message: text.notAllowed },
    { code: 2, message: text.positionUnknown },
    { code: 3, message: text.positionUnknown },
  ])('shows an error: $code', async ({ code, message }) => {
    mockGeolocation((_, fail) => fail({ code, message: '', PERMISSION_DENIED: 1 }));
    await pinCurrentPosition.run();
    expect(pinCurrentPosition.$state.get().error).toBe(message);
  });
});

describe('the map', () => {
  const TILES = { tileUrl: '/tiles/{z}/{x}/{y}.png', attribution: 'Ours' };
  const tiles = () => Response.json(TILES);

  test('opens at the pin', async () => {
    replies['/tiles'] = tiles;
    choosePlace(KOCHI);
    await openMap();
    expect($map.get()).toMatchObject({ status: 'success', ...TILES, centre: KOCHI });
  });

  test('shows an error if it cannot be loaded, and the form keeps working', async () => {
    replies['/tiles'] = UNAVAILABLE;
    await openMap();
    expect($map.get().status).toBe('error');
    choosePlace(CHENNAI);
    await setMyLocation.run();
    expect(await fetchMyProfile()).toMatchObject(CHENNAI);
  });
});

test('if the map’s code is missing on a page of an older release, a retry reloads the page', async () => {
  const before = $map.get();
  browser.open('/mylocation');
  markMapStale();
  expect($map.get().status).toBe('error');
  await openMap();
  expect(browser.visits).toEqual(['/mylocation']);
  $map.set(before);
});

describe('Set My Location', () => {
  test('saves the pin, shows a toast and opens the settings', async () => {
    choosePlace(KOCHI);
    await setMyLocation.run();
    expect(await fetchMyProfile()).toMatchObject(KOCHI);
    expect(takeNoticeTexts()).toEqual([text.saved]);
    expect(browser.visits).toEqual(['/profilesettings']);
  });

  test('does not accept text that was typed after a place was chosen', async () => {
    choosePlace(KOCHI);
    typeAddress('chen');
    await setMyLocation.run();
    expect(setMyLocation.$state.get().error).toBe(text.chooseFirst);
    expect(browser.visits).toEqual([]);
  });

  test('shows that the connection failed and keeps the pin', async () => {
    choosePlace(CHENNAI);
    server.connection.isUp = false;
    await setMyLocation.run();
    server.connection.isUp = true;
    expect(setMyLocation.$state.get().error).toBe(commonMessages.offline);
    expect($pin.get()).toEqual(CHENNAI);
  });

  test('the saved place can be deleted', async () => {
    await changeProfile(KOCHI);
    await deleteLocation.run();
    expect(await fetchMyProfile()).toMatchObject({
      latitude: null,
      longitude: null,
      placeName: null,
    });
    expect(takeNoticeTexts()).toEqual([text.forgotten]);
  });
});
