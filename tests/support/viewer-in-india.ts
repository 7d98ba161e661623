import { afterAll } from 'vitest';
import { CINEMA_ZONE } from '#domain/dates.ts';

/** For a test file whose sentences name hours in India: its viewer is there, whatever the machine's time zone is. */
export function aViewerInIndia() {
  const machineZone = process.env['TZ'];
  process.env['TZ'] = CINEMA_ZONE;
  afterAll(() => void (process.env['TZ'] = machineZone));
}
