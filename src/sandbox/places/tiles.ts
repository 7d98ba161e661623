import { CITIES, type City } from './cities.ts';

/** Zoom, column and row in Web Mercator. */
interface TileAddress {
  z: number;
  x: number;
  y: number;
}

const SIZE = 256;
const MAX_ZOOM = 19;
/** Pixels: the label of a city in a neighbouring tile may overlap this tile. */
const MARGIN = 200;
const COLOURS = {
  ground: '#E2E5D4',
  street: '#FBFBF6',
  streetEdge: '#D3D4C4',
  dot: '#611226',
  ink: '#1F1216',
};
const FONT = "system-ui,'Segoe UI',Roboto,'Noto Sans',sans-serif";
/**
 * Parts into which small streets divide the space between two main streets, and the width of both
 * in pixels.
 */
const STREETS = { partCount: 4, mainWidth: 6, smallWidth: 2 };
/** Degrees between two main streets by zoom level, 64 to 256 pixels apart. */
const STEPS = [
  90, 45, 30, 15, 10, 5, 2, 1, 0.5, 0.25, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.0025, 0.002, 0.001,
  0.0005,
];
/**
 * Pixels of a city's label. A city is left out if its label would overlap the label of a better
 * known city.
 */
const LABEL_SIZE = { width: 120, height: 20 };

export const isTile = ({ z, x, y }: TileAddress): boolean =>
  [z, x, y].every(Number.isInteger) &&
  z >= 0 &&
  z <= MAX_ZOOM &&
  x >= 0 &&
  y >= 0 &&
  x < 2 ** z &&
  y < 2 ** z;

export function drawTile(tile: TileAddress): string {
  const parts = [...streets(tile), ...cities(tile)];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}" viewBox="0 0 ${SIZE} ${SIZE}" font-family="${FONT}"><rect width="${SIZE}" height="${SIZE}" fill="${COLOURS.ground}"/>${parts.join('')}</svg>`;
}

const worldSizeOf = ({ z }: TileAddress) => SIZE * 2 ** z;
const toX = (tile: TileAddress, longitude: number) =>
  ((longitude + 180) / 360) * worldSizeOf(tile) - tile.x * SIZE;
function toY(tile: TileAddress, latitude: number): number {
  const sine = Math.sin((latitude * Math.PI) / 180);
  return (
    (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * worldSizeOf(tile) - tile.y * SIZE
  );
}
const longitudeAt = (tile: TileAddress, x: number) =>
  ((tile.x * SIZE + x) / worldSizeOf(tile)) * 360 - 180;
const latitudeAt = (tile: TileAddress, y: number) =>
  (Math.atan(Math.sinh(Math.PI * (1 - (2 * (tile.y * SIZE + y)) / worldSizeOf(tile)))) * 180) /
  Math.PI;

const px = (value: number) => String(Math.round(value * 10) / 10);

function multiplesBetween(low: number, high: number, step: number): number[] {
  const first = Math.ceil(low / step);
  const count = Math.floor(high / step) - first + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => (first + index) * step);
}

const drawLines = (lines: string, width: number, colour: string) =>
  `<path d="${lines}" stroke="${colour}" stroke-width="${width}"/>`;

/**
 * The streets are invented: a grid along meridians and parallels, so that moving and zooming can be
 * seen.
 */
function streets(tile: TileAddress): string[] {
  const step = STEPS[tile.z]!;
  const main = gridLines(tile, step);
  return [
    drawLines(gridLines(tile, step / STREETS.partCount), STREETS.smallWidth, COLOURS.street),
    drawLines(main, STREETS.mainWidth + 2, COLOURS.streetEdge),
    drawLines(main, STREETS.mainWidth, COLOURS.street),
  ];
}

/** Starts one step outside the tile, because wide lines reach into neighbouring tiles. */
function gridLines(tile: TileAddress, step: number): string {
  const meridians = multiplesBetween(
    longitudeAt(tile, 0) - step,
    longitudeAt(tile, SIZE) + step,
    step,
  ).map((longitude) => `M${px(toX(tile, longitude))} 0V${SIZE}`);
  const parallels = multiplesBetween(
    latitudeAt(tile, SIZE) - step,
    latitudeAt(tile, 0) + step,
    step,
  )
    .filter((latitude) => Math.abs(latitude) < 90)
    .map((latitude) => `M0 ${px(toY(tile, latitude))}H${SIZE}`);
  return [...meridians, ...parallels].join('');
}

const shownByZoom = new Map<number, City[]>();

/**
 * Returns the cities without overlapping labels, the best known first. The result is the same for
 * all tiles of a zoom level.
 */
function citiesAt(z: number): City[] {
  const cached = shownByZoom.get(z);
  if (cached) return cached;
  const world = { z, x: 0, y: 0 };
  const placed: { city: City; x: number; y: number }[] = [];
  for (const city of CITIES) {
    const [x, y] = [toX(world, city.longitude), toY(world, city.latitude)];
    const isFree = placed.every(
      (other) =>
        Math.abs(other.x - x) > LABEL_SIZE.width || Math.abs(other.y - y) > LABEL_SIZE.height,
    );
    if (isFree) placed.push({ city, x, y });
  }
  const shown = placed.map(({ city }) => city);
  shownByZoom.set(z, shown);
  return shown;
}

function cities(tile: TileAddress): string[] {
  const isNear = (pixel: number) => pixel > -MARGIN && pixel < SIZE + MARGIN;
  return citiesAt(tile.z).flatMap(({ name, latitude, longitude }) => {
    const [x, y] = [toX(tile, longitude), toY(tile, latitude)];
    if (!isNear(x) || !isNear(y)) return [];
    return [
      `<circle cx="${px(x)}" cy="${px(y)}" r="4" fill="${COLOURS.dot}"/>`,
      `<text x="${px(x + 7)}" y="${px(y + 4)}" font-size="12" fill="${COLOURS.ink}" stroke="${COLOURS.ground}" stroke-width="3" paint-order="stroke">${escaped(name)}</text>`,
    ];
  });
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
