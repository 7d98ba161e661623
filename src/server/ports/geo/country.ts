import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { BlockList, isIP } from 'node:net';
import { type CountryResponse, Reader } from 'mmdb-lib';
import { textBefore } from '#domain/text-before.ts';

/**
 * Countries by the registries' allocations (CC0), IPv4 and IPv6: 8 MB in memory, read at the first
 * question.
 */
const TABLE = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb';

/**
 * An IPv4 address inside an IPv6 one: mapped (`::ffff:0:0/96`, RFC 4291) or behind NAT64
 * (`64:ff9b::/96`, RFC 6052).
 */
const EMBEDDED_IPV4 = /^\[(?:::ffff:|64:ff9b::)([\da-f]{1,4}):([\da-f]{1,4})\]$/;
/** Codes of the table that name no country: the European Union, Asia and the Pacific, unknown. */
const NOT_COUNTRIES = new Set(['EU', 'AP', 'ZZ']);

/**
 * Special addresses, which the registries' table gives to the country of their registration (RFC
 * 6890).
 */
const SPECIAL_IPV4 = blockList('ipv4', [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]);
const SPECIAL_IPV6 = blockList('ipv6', [
  ['::', 3],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['3fff::', 20],
  ['4000::', 2],
  ['8000::', 1],
]);

function blockList(
  family: 'ipv4' | 'ipv6',
  ranges: [network: string, prefix: number][],
): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of ranges) list.addSubnet(network, prefix, family);
  return list;
}

interface CountryRow {
  country_code?: string;
}

let table: Reader<CountryRow & CountryResponse> | undefined;
const openTable = () =>
  (table ??= new Reader(readFileSync(createRequire(import.meta.url).resolve(TABLE))));

/**
 * Returns an ISO 3166-1 alpha-2 code; null if the address is private, reserved, unknown or no
 * address.
 */
export function countryOf(address: string): string | null {
  const typed = withoutZone(address);
  if (!isIP(typed)) return null;
  const ip = embeddedIpv4(typed) ?? typed;
  if (isIP(ip) === 6 ? SPECIAL_IPV6.check(ip, 'ipv6') : SPECIAL_IPV4.check(ip)) return null;
  const code = openTable().get(ip)?.country_code;
  return code && !NOT_COUNTRIES.has(code) ? code : null;
}

const withoutZone = (address: string) => textBefore(address, '%');

/** The URL parser writes each spelling of an IPv6 address in the same way (RFC 5952). */
function embeddedIpv4(ip: string): string | null {
  if (!ip.includes(':')) return null;
  const parts = EMBEDDED_IPV4.exec(new URL(`http://[${ip}]`).hostname);
  if (!parts) return null;
  const bytes = parts.slice(1).map((part) => Number.parseInt(part, 16));
  return bytes.flatMap((pair) => [pair >> 8, pair & 255]).join('.');
}
