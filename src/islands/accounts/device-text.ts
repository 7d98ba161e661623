import type { Session } from '#contract/session.ts';
import { countryName } from '#domain/country-name.ts';
import { displayDay, displayTime, fromWire } from '#domain/dates.ts';
import { accountMessages as text } from '#messages/accounts.ts';

export const deviceName = ({ device }: Session) => device ?? text.unknownDevice;

/** `India · 203.0.113.7` */
export const deviceLocation = ({ country, ipAddress }: Session) =>
  [country && countryName(country), ipAddress].filter(Boolean).join(' · ') || text.unknownPlace;

export function lastSeenText({ isCurrent, lastSeenOn }: Session) {
  if (isCurrent) return text.seenNow;
  const seen = fromWire(lastSeenOn);
  return seen ? text.lastSeen(`${displayDay(seen)}, ${displayTime(seen)}`) : '';
}
