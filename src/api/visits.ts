import type { Visit } from '#contract/visits.ts';
import { sendBeacon } from './beacon.ts';

export const sendVisit = (movieId: number, visit: Visit) =>
  sendBeacon(`/public/movies/${movieId}/visits`, visit);
