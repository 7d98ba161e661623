import { readFileSync } from 'node:fs';
import { fold } from '#domain/fold.ts';
import { countryName } from '#domain/format/country-name.ts';

export interface City {
  name: string;
  state: string;
  countrycode: string;
  country: string;
  latitude: number;
  longitude: number;
  /** Other names, for the search. */
  alias: string;
  /** Folded words of all names, for the search. */
  words: string[];
}

type Row = [
  name: string,
  state: string,
  countrycode: string,
  latitude: number,
  longitude: number,
  alias?: string,
];

/** About 400 cities, the best known first. */
export const CITIES: City[] = (
  JSON.parse(readFileSync(new URL('./cities.json', import.meta.url), 'utf8')) as Row[]
).map(([name, state, countrycode, latitude, longitude, alias = '']) => {
  const country = countryName(countrycode);
  const words = fold([name, alias, state, country].join(' ')).split(/[\s-]+/);
  return { name, state, countrycode, country, latitude, longitude, alias, words };
});

/** Returns cities for which each typed word is a prefix of a word. Matches by name come first. */
export function searchCities(text: string, limit: number): City[] {
  const typed = fold(text)
    .split(/[\s,-]+/)
    .filter(Boolean);
  const [first] = typed;
  if (!first) return [];
  const found = CITIES.filter(({ words }) =>
    typed.every((part) => words.some((word) => word.startsWith(part))),
  );
  const isByName = ({ name, alias }: City) =>
    [name, alias].some((label) => label && fold(label).startsWith(first));
  return [...found.filter(isByName), ...found.filter((city) => !isByName(city))].slice(0, limit);
}

const EARTH_RADIUS_KM = 6371;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

type Point = Pick<City, 'latitude' | 'longitude'>;

function kilometresBetween(from: Point, to: Point): number {
  const [a, b] = [radians(from.latitude), radians(to.latitude)];
  const across = Math.sin(radians(to.longitude - from.longitude) / 2) ** 2;
  const h = Math.sin((b - a) / 2) ** 2 + Math.cos(a) * Math.cos(b) * across;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** Nearest first. */
export function citiesNear(point: Point, radiusKm: number, limit: number): City[] {
  return CITIES.map((city) => ({ city, distanceKm: kilometresBetween(point, city) }))
    .filter(({ distanceKm }) => distanceKm <= radiusKm)
    .toSorted((a, b) => a.distanceKm - b.distanceKm)
    .slice(0, limit)
    .map(({ city }) => city);
}
