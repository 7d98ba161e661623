import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { browser } from '../support/tab.ts';
import { aHouseForStores } from '../support/stores.ts';
import { fetchMyProfile } from '#api/accounts.ts';
import { setFetch } from '#api/http.ts';
import { commonMessages } from '#messages/common.ts';
import { placeMessages as text } from '#messages/places.ts';
import { changeProfile, loadProfile } from '#stores/accounts.ts';
import { takeNotices } from '#stores/notices.ts';
import { $map, mapMissing, openMap } from '#stores/place-map.ts';
import {
  $address,
  $isNameless,
  $pin,
  choosePlace,
  findMe,
  forgetLocation,
  movePin,
  setMyLocation,
  typeAddress,
} from '#stores/places.ts';

const CHENNAI = { placeName: 'Chennai, Tamil Nadu, India', latitude: 13.0827, longitude: 80.2707 };
const COCHIN = { placeName: 'Kochi, Kerala, India', latitude: 9.9312, longitude: 76.2673 };
const AWAY = () => Response.json({ code: 'places_away', message: text.searchAway }, { status: 502 });

const house = await aHouseForStores();
/** What the calls about places are answered, by what their address ends on. */
let answers: Record<string, () => Response | Promise<Response>> = {};
const asked: string[] = [];
const said = () => takeNotices().map(({ text: words }) => words);
const found = (...content: object[]) => Response.json({ content });

beforeEach(async () => {
  await house.signIn();
  await loadProfile();
  takeNotices();
  browser.visits.length = 0;
  asked.length = 0;
  answers = {};
  typeAddress('');
  house.answer((real) =>
    setFetch(async (input, init) => {
      const request = new Request(input, init);
      const { pathname, search } = new URL(request.url);
      const question = decodeURIComponent(pathname + search).replace('/api/ott/places', '');
      const answer = Object.entries(answers).find(([end]) => question.endsWith(end))?.[1];
      if (!pathname.startsWith('/api/ott/places') || !answer) return real(request);
      asked.push(question);
      const reply = await answer();
      request.signal.throwIfAborted();
      return reply;
    }),
  );
});
afterEach(() => void vi.useRealTimers());

describe('the address', () => {
  beforeEach(() => void vi.useFakeTimers());
  const pause = () => vi.advanceTimersByTimeAsync(400);

  test('is searched for a moment after the last keystroke, once', async () => {
    answers['=chen'] = () => found(CHENNAI);
    for (const typed of ['c', 'ch', 'che', 'chen']) typeAddress(typed);
    expect($address.get()).toEqual({ typed: 'chen', places: [], status: 'process' });
    await pause();
    expect(asked).toEqual(['?search=chen']);
    expect($address.get()).toEqual({ typed: 'chen', places: [CHENNAI], status: 'success' });
  });

  test('is not searched for with one letter', async () => {
    typeAddress('c');
    await pause();
    expect($address.get().status).toBe('idle');
    expect(asked).toEqual([]);
  });

  test('shows no late answer to earlier words', async () => {
    let answerLate = (_: Response) => {};
    answers['=ko'] = () => new Promise((resolve) => (answerLate = resolve));
    answers['=koc'] = () => found(COCHIN);
    typeAddress('ko');
    await pause();
    typeAddress('koc');
    await pause();
    answerLate(found(CHENNAI));
    await pause();
    expect($address.get()).toEqual({ typed: 'koc', places: [COCHIN], status: 'success' });
  });

  test('that is nowhere, and a provider that is away, are told apart', async () => {
    answers['=zzz'] = () => found();
    answers['=chen'] = AWAY;
    typeAddress('zzz');
    await pause();
    expect($address.get().status).toBe('noData');
    typeAddress('chen');
    await vi.advanceTimersByTimeAsync(5000);
    expect($address.get()).toMatchObject({ typed: 'chen', status: 'error' });
  });
});

describe('the pin', () => {
  test('goes to the place that was chosen, and its words into the field', () => {
    choosePlace(CHENNAI);
    expect($pin.get()).toEqual(CHENNAI);
    expect($address.get()).toEqual({ typed: CHENNAI.placeName, places: [], status: 'idle' });
  });

  test('that was moved gets its name from the provider', async () => {
    answers['longitude=76.26731'] = () => Response.json({ place: COCHIN });
    await movePin({ latitude: 9.931212345, longitude: 76.267312345 });
    expect(asked).toEqual(['/at?latitude=9.93121&longitude=76.26731']);
    expect($pin.get()).toEqual({ latitude: 9.93121, longitude: 76.26731, placeName: COCHIN.placeName });
    expect($isNameless.get()).toBe(false);
  });

  test('in the open sea is told by its numbers', async () => {
    answers['longitude=70'] = () => Response.json({ place: null });
    await movePin({ latitude: 5, longitude: 70 });
    expect($pin.get()?.placeName).toBe('5.00000, 70.00000');
    expect($isNameless.get()).toBe(false);
  });

  test('keeps working while the provider is away', async () => {
    answers['longitude=70'] = AWAY;
    await movePin({ latitude: 5, longitude: 70 });
    expect($pin.get()?.placeName).toBe('5.00000, 70.00000');
    expect($isNameless.get()).toBe(true);
  });
});

describe('where the browser is', () => {
  const browserSays = (say: (found: (position: object) => void, failed: (error: object) => void) => void) =>
    vi.stubGlobal('navigator', { geolocation: { getCurrentPosition: say } });
  afterEach(() => void vi.unstubAllGlobals());

  test('takes the pin there', async () => {
    answers['longitude=76.2673'] = () => Response.json({ place: COCHIN });
    browserSays((tell) => tell({ coords: COCHIN }));
    await findMe.run();
    expect($pin.get()).toEqual(COCHIN);
  });

  test.each([
    { code: 1, words: text.notAllowed },
    { code: 2, words: text.notFoundMe },
    { code: 3, words: text.notFoundMe },
  ])('is not told: $code', async ({ code, words }) => {
    browserSays((_, fail) => fail({ code, message: '', PERMISSION_DENIED: 1 }));
    await findMe.run();
    expect(findMe.$state.get().error).toBe(words);
  });
});

describe('the map', () => {
  const TILES = { tileUrl: '/tiles/{z}/{x}/{y}.png', attribution: 'Ours' };
  const tiles = () => Response.json(TILES);

  test('opens over the saved place', async () => {
    await changeProfile(COCHIN);
    answers['/tiles'] = tiles;
    choosePlace(COCHIN);
    await openMap();
    expect($map.get()).toMatchObject({ status: 'success', ...TILES, centre: COCHIN });
  });

  test('that does not come is told, and the form goes on', async () => {
    answers['/tiles'] = AWAY;
    await openMap();
    expect($map.get().status).toBe('error');
    choosePlace(CHENNAI);
    await setMyLocation.run();
    expect(await fetchMyProfile()).toMatchObject(CHENNAI);
  });
});

test('a map that an older release’s page asks for in vain comes with the page anew', async () => {
  const before = $map.get();
  browser.open('/mylocation');
  mapMissing();
  expect($map.get().status).toBe('error');
  await openMap();
  expect(browser.visits).toEqual(['/mylocation']);
  $map.set(before);
});

describe('Set My Location', () => {
  test('saves the pin, says so and leads to the settings', async () => {
    choosePlace(COCHIN);
    await setMyLocation.run();
    expect(await fetchMyProfile()).toMatchObject(COCHIN);
    expect(said()).toEqual([text.saved]);
    expect(browser.visits).toEqual(['/profilesettings']);
  });

  test('does not take words for a place', async () => {
    choosePlace(COCHIN);
    typeAddress('chen');
    await setMyLocation.run();
    expect(setMyLocation.$state.get().error).toBe(text.chooseFirst);
    expect(browser.visits).toEqual([]);
  });

  test('says when the connection is away, and keeps the pin', async () => {
    choosePlace(CHENNAI);
    house.online.value = false;
    await setMyLocation.run();
    house.online.value = true;
    expect(setMyLocation.$state.get().error).toBe(commonMessages.offline);
    expect($pin.get()).toEqual(CHENNAI);
  });

  test('can be taken back', async () => {
    await changeProfile(COCHIN);
    await forgetLocation.run();
    expect(await fetchMyProfile()).toMatchObject({ latitude: null, longitude: null, placeName: null });
    expect(said()).toEqual([text.forgotten]);
  });
});
