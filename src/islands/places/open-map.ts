/** The only file that imports Leaflet; loaded with the first map. */
import * as leaflet from 'leaflet';
import 'leaflet/dist/leaflet.css';
import { MAP_ZOOM } from '#domain/limits/catalogue.ts';
import { placeMessages as text } from '#messages/places.ts';
import type { Place, Point } from '#stores/places/places.ts';
import './map.css';

export interface MapHandle {
  showPin: (pin: Place) => void;
  close: () => void;
}

interface MapOptions {
  tileUrl: string;
  attribution: string;
  centre: Point;
}

interface MapEvents {
  /** The viewer moved the pin. */
  onMove: (point: Point) => void;
  /** A map tile has loaded, or has failed to load. */
  onTile: (isLoaded: boolean) => void;
}

const STEP_PX = 8;
const LARGE_STEP_PX = 64;
const DIRECTIONS: Record<string, [number, number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

const PIN_SVG =
  '<svg viewBox="0 0 36 44" aria-hidden="true"><path d="M18 42S4 27.600 4 16a14 14 0 0 1 28 0c0 11.600-14 26-14 26z"/><circle cx="18" cy="16" r="5"/></svg>';

const latLng = ({ latitude, longitude }: Point): leaflet.LatLngTuple => [latitude, longitude];
/** Leaflet's longitudes exceed 180 after a turn around the globe. */
const pointOf = (position: leaflet.LatLng): Point => {
  const { lat, lng } = position.wrap();
  return { latitude: lat, longitude: lng };
};

export function openMapAt(
  host: HTMLElement,
  { tileUrl, attribution, centre }: MapOptions,
  events: MapEvents,
): MapHandle {
  const isMotionReduced = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const map = leaflet.map(host, {
    center: latLng(centre),
    zoom: MAP_ZOOM,
    zoomControl: false,
    zoomAnimation: !isMotionReduced,
    fadeAnimation: !isMotionReduced,
    markerZoomAnimation: !isMotionReduced,
    inertia: !isMotionReduced,
    worldCopyJump: true,
  });
  leaflet.control.zoom({ zoomInTitle: text.zoomIn, zoomOutTitle: text.zoomOut }).addTo(map);
  map.attributionControl.setPrefix(false);
  leaflet
    .tileLayer(tileUrl, { attribution, maxZoom: 19 })
    .on('tileload', () => events.onTile(true))
    .on('tileerror', () => events.onTile(false))
    .addTo(map);
  const marker = pinMarker();
  const move = (position: leaflet.LatLng) => {
    marker.setLatLng(position).addTo(map);
    events.onMove(pointOf(position));
  };
  map.on('click', ({ latlng }) => move(latlng));
  marker.on('dragend', () => move(marker.getLatLng()));
  marker.on('add', () => makePinAccessible(marker, (by) => move(pointShiftedBy(map, marker, by))));
  map.getContainer().addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.target !== event.currentTarget) return;
    event.preventDefault();
    move(map.getCenter());
  });
  return {
    showPin(pin) {
      const position = leaflet.latLng(latLng(pin));
      marker.setLatLng(position).addTo(map);
      if (!map.getBounds().pad(-0.05).contains(position))
        map.setView(position, MAP_ZOOM, { animate: !isMotionReduced });
    },
    close: () => map.remove(),
  };
}

const pinMarker = () =>
  leaflet.marker([0, 0], {
    draggable: true,
    autoPan: true,
    icon: leaflet.divIcon({
      className: 'map-pin',
      html: PIN_SVG,
      iconSize: [44, 52],
      iconAnchor: [22, 49],
    }),
  });

const pointShiftedBy = (map: leaflet.Map, marker: leaflet.Marker, [x, y]: [number, number]) =>
  map.containerPointToLatLng(map.latLngToContainerPoint(marker.getLatLng()).add([x, y]));

/** While the pin has the focus, the arrow keys move the pin instead of the map. */
function makePinAccessible(marker: leaflet.Marker, moveBy: (by: [number, number]) => void) {
  const pin = marker.getElement();
  if (!pin) return;
  pin.setAttribute('aria-label', text.pin);
  pin.addEventListener('keydown', (event) => {
    const direction = DIRECTIONS[event.key];
    if (!direction) return;
    event.preventDefault();
    event.stopPropagation();
    const stepPx = event.shiftKey ? LARGE_STEP_PX : STEP_PX;
    moveBy([direction[0] * stepPx, direction[1] * stepPx]);
  });
}
