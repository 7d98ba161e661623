import { atom, computed } from 'nanostores';
import { fetchPlaceAt, searchPlaces } from '#api/places.ts';
import type { Place } from '#contract/places.ts';
import { placeMessages as text } from '#messages/places.ts';
import { href } from '#routes.ts';
import { $user, changeProfile, type User } from './accounts.ts';
import { goInstead } from './lib/navigate.ts';
import { currentPosition, NotAllowedError, type Point } from './lib/position.ts';
import { createTask, errorText, type Status } from './lib/status.ts';
import { notify } from './notices.ts';

export type { Place, Point };

const SEARCH_DELAY_MS = 250;
const SHORTEST_SEARCH = 2;

/** Where the viewer put the pin since the page was opened. */
const $placed = atom<Place | null>(null);
/** The pin: the one that was put, else the saved place. */
export const $pin = computed([$placed, $user], (placed, user) => placed ?? savedPlace(user));

function savedPlace(user: User | null): Place | null {
  if (user?.latitude == null || user.longitude == null) return null;
  const { latitude, longitude, placeName } = user;
  return { latitude, longitude, placeName: placeName || numbers({ latitude, longitude }) };
}

/** Five decimals are about a metre. */
const rounded = ({ latitude, longitude }: Point): Point => ({
  latitude: Number(latitude.toFixed(5)),
  longitude: Number(longitude.toFixed(5)),
});
/** `13.08270, 80.27070` */
const numbers = ({ latitude, longitude }: Point) => `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;

// ---- the address

export interface AddressState {
  /** What stands in the field. */
  typed: string;
  places: Place[];
  status: Status | 'idle';
}

/** What is being typed; null once a place is chosen: the field then shows the pin's. */
const $search = atom<AddressState | null>(null);
export const $address = computed(
  [$search, $pin],
  (search, pin): AddressState => search ?? { typed: pin?.placeName ?? '', places: [], status: 'idle' },
);

let waiting: ReturnType<typeof setTimeout> | undefined;
let asking = new AbortController();

/** Drops what is being asked for: something newer is wished. */
function forgetQuestion(): AbortSignal {
  clearTimeout(waiting);
  asking.abort();
  asking = new AbortController();
  return asking.signal;
}

/** Searches a moment after the last keystroke; only the newest words' answer is shown. */
export function typeAddress(typed: string) {
  const signal = forgetQuestion();
  setMyLocation.clear();
  const search = typed.trim();
  if (search.length < SHORTEST_SEARCH) return $search.set({ typed, places: [], status: 'idle' });
  $search.set({ typed, places: [], status: 'process' });
  waiting = setTimeout(() => ask(typed, signal), SEARCH_DELAY_MS);
}

async function ask(typed: string, signal: AbortSignal) {
  const found = await searchPlaces(typed.trim(), signal).catch(() => null);
  if (signal.aborted) return;
  const status = !found ? 'error' : found.length > 0 ? 'success' : 'noData';
  $search.set({ typed, places: found ?? [], status });
}

export const choosePlace = (place: Place) => void put(place);

// ---- the pin

/** True while the last point that was set has no name but its numbers, since the names did not answer. */
export const $isNameless = atom(false);

function put(place: Place): AbortSignal {
  const signal = forgetQuestion();
  setMyLocation.clear();
  $isNameless.set(false);
  $search.set(null);
  $placed.set(place);
  return signal;
}

/** The pin was set on a point: it goes there at once, and its name follows. */
export async function movePin(exact: Point) {
  const point = rounded(exact);
  const signal = put({ ...point, placeName: numbers(point) });
  const place = await fetchPlaceAt(point.latitude, point.longitude, signal).catch(() => undefined);
  if (signal.aborted) return;
  $isNameless.set(place === undefined);
  if (place) $placed.set({ ...point, placeName: place.placeName });
}

/** Asks the browser, which asks the viewer; only by the button. */
export const findMe = createTask(
  async () => movePin(await currentPosition()),
  (error) => (error instanceof NotAllowedError ? text.notAllowed : text.notFoundMe),
);

class NoPlaceError extends Error {
  override readonly name = 'NoPlaceError';
}

export const setMyLocation = createTask(
  async () => {
    const pin = $pin.get();
    // Words that no place was chosen for are not what the pin says.
    if (!pin || $search.get()) throw new NoPlaceError('No place is chosen');
    await changeProfile(pin);
    notify('success', text.saved);
    goInstead(href('profileSettings'));
  },
  (error) => (error instanceof NoPlaceError ? text.chooseFirst : errorText(error)),
);

export const forgetLocation = createTask(async () => {
  forgetQuestion();
  await changeProfile({ latitude: null, longitude: null, placeName: null });
  notify('success', text.forgotten);
  goInstead(href('profileSettings'));
});

/** Whether there is a saved place to forget. */
export const $isPlaceSaved = computed($user, (user) => savedPlace(user) !== null);
