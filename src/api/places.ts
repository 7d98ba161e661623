import { findPlaces, mapTiles, namePlace, publicGeo } from '#contract/places.ts';
import { call } from './http.ts';

export const fetchGeo = () => call(publicGeo, {});

export const searchPlaces = async (search: string, signal: AbortSignal) =>
  (await call(findPlaces, { query: { search } }, { signal })).content;

export const fetchPlaceAt = async (latitude: number, longitude: number, signal: AbortSignal) =>
  (await call(namePlace, { query: { latitude, longitude } }, { signal })).place;

export const fetchTiles = () => call(mapTiles, {});
