import Bowser from 'bowser';
import { sessionRefusals } from '#messages/session-refusals.ts';
import { televisionRefusals } from '#messages/television-refusals.ts';

/** `Chrome on Android`; null if unknown. */
export function deviceNameOf(userAgent: string | null): string | null {
  if (!userAgent) return null;
  const { browser, os } = Bowser.parse(userAgent);
  if (browser.name && os.name) return sessionRefusals.deviceOn(browser.name, os.name);
  return browser.name || os.name || null;
}

const TELEVISION_SYSTEMS: [RegExp, string][] = [
  [/web0s|webos/i, 'LG webOS'],
  [/tizen/i, 'Samsung Tizen'],
  [/\bAFT\w|fire ?tv/i, 'Amazon Fire TV'],
  [/android tv|google ?tv|bravia/i, 'Android TV'],
  [/crkey/i, 'Chromecast'],
  [/vidaa/i, 'Hisense VIDAA'],
];

/** `Television · LG webOS`; with the browser if the system is no known television. */
export function televisionNameOf(userAgent: string | null): string {
  const system =
    TELEVISION_SYSTEMS.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1] ??
    deviceNameOf(userAgent);
  return system ? televisionRefusals.televisionOf(system) : televisionRefusals.television;
}
