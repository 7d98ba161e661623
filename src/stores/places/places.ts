import { atom, computed } from 'nanostores';
import { fetchPlaceAt, searchPlaces } from '#api/places.ts';
import type { Place } from '#contract/places.ts';
import { placeMessages as text } from '#messages/places.ts';
import { href } from '#routes.ts';
import { $user, changeProfile, type User } from '../accounts/accounts.ts';
import { replacePage } from '../lib/navigate.ts';
import { currentPosition, GeolocationDeniedError, type Point } from './geolocation.ts';
import { errorText } from '../lib/call-errors.ts';
import { createTask, type Status } from '../lib/task.ts';
import { notifyOnNextPage } from '../notices/notices.ts';

export type { Place, Point };

const SEARCH_DELAY_MS = 250;
const SHORTEST_SEARCH = 2;

const $movedPin = atom<Place | null>(null);
export const $pin = computed([$movedPin, $user], (movedPin, user) => movedPin ?? savedPlace(user));

function savedPlace(user: User | null): Place | null {
  if (user?.latitude == null || user.longitude == null) return null;
  const { latitude, longitude, placeName } = user;
  return { latitude, longitude, placeName: placeName || coordinatesText({ latitude, longitude }) };
}

/** Five decimals: about a metre. */
const roundPoint = ({ latitude, longitude }: Point): Point => ({
  latitude: Number(latitude.toFixed(5)),
  longitude: Number(longitude.toFixed(5)),
});
/** `13.08270, 80.27070` */
const coordinatesText = ({ latitude, longitude }: Point) =>
  `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;

interface AddressState {
  typed: string;
  places: Place[];
  status: Status | 'idle';
}

/** Null after a place was chosen; the field then shows the pin's name. */
const $search = atom<AddressState | null>(null);
export const $address = computed(
  [$search, $pin],
  (search, pin): AddressState =>
    search ?? { typed: pin?.placeName ?? '', places: [], status: 'idle' },
);

let searchTimer: ReturnType<typeof setTimeout> | undefined;
let searchAbort = new AbortController();

function cancelSearch(): AbortSignal {
  clearTimeout(searchTimer);
  searchAbort.abort();
  searchAbort = new AbortController();
  return searchAbort.signal;
}

export function typeAddress(typed: string) {
  const signal = cancelSearch();
  setMyLocation.clear();
  const search = typed.trim();
  if (search.length < SHORTEST_SEARCH) return $search.set({ typed, places: [], status: 'idle' });
  $search.set({ typed, places: [], status: 'process' });
  searchTimer = setTimeout(() => runSearch(typed, signal), SEARCH_DELAY_MS);
}

async function runSearch(typed: string, signal: AbortSignal) {
  const found = await searchPlaces(typed.trim(), signal).catch(() => null);
  if (signal.aborted) return;
  const status = !found ? 'error' : found.length > 0 ? 'success' : 'noData';
  $search.set({ typed, places: found ?? [], status });
}

export const choosePlace = (place: Place) => void placePin(place);

/** The name of the pin's point could not be loaded, so its coordinates are shown. */
export const $isNameUnavailable = atom(false);

function placePin(place: Place): AbortSignal {
  const signal = cancelSearch();
  setMyLocation.clear();
  $isNameUnavailable.set(false);
  $search.set(null);
  $movedPin.set(place);
  return signal;
}

export async function movePin(exact: Point) {
  const point = roundPoint(exact);
  const signal = placePin({ ...point, placeName: coordinatesText(point) });
  const place = await fetchPlaceAt(point.latitude, point.longitude, signal).catch(() => undefined);
  if (signal.aborted) return;
  $isNameUnavailable.set(place === undefined);
  if (place) $movedPin.set({ ...point, placeName: place.placeName });
}

export const pinCurrentPosition = createTask(
  async () => movePin(await currentPosition()),
  (error) => (error instanceof GeolocationDeniedError ? text.notAllowed : text.positionUnknown),
);

class NoPlaceError extends Error {
  override readonly name = 'NoPlaceError';
}

export const setMyLocation = createTask(
  async () => {
    const pin = $pin.get();
    // Text in the field without a chosen place does not belong to the pin.
    if (!pin || $search.get()) throw new NoPlaceError('No place is chosen');
    await changeProfile(pin);
    notifyOnNextPage('success', text.saved);
    replacePage(href('profileSettings'));
  },
  (error) => (error instanceof NoPlaceError ? text.chooseFirst : errorText(error)),
);

export const deleteLocation = createTask(async () => {
  cancelSearch();
  await changeProfile({ latitude: null, longitude: null, placeName: null });
  notifyOnNextPage('success', text.forgotten);
  replacePage(href('profileSettings'));
});

export const $isPlaceSaved = computed($user, (user) => savedPlace(user) !== null);
