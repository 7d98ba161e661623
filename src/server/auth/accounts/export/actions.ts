import { toWire } from '#domain/dates.ts';
import { toUnits } from '#domain/pricing.ts';
import type { Deps, Viewer } from '../../../deps.ts';
import { AppError, throwError } from '../../../errors.ts';
import { findUser } from '../../session/queries.ts';
import { confirmedDevicesOf, sessionsOf, socialAccountsOf } from './queries.ts';

/**
 * Exports everything stored about the viewer, except hashes of secrets and the counts of rate
 * limits.
 */
export async function exportAccount({ db, now, personalData }: Deps, { userId }: Viewer) {
  const {
    passwordHash,
    importDigest: _,
    ...profile
  } = (await findUser(db, userId)) ?? throwError(new AppError('user_not_found'));
  return toWireValue({
    exportedOn: now(),
    profile: { ...profile, hasPassword: passwordHash !== null },
    socialAccounts: await socialAccountsOf(db, userId),
    sessions: await sessionsOf(db, userId),
    confirmedDevices: await confirmedDevicesOf(db, userId),
    ...(await personalData.read(db, userId)),
  });
}

const MINOR_UNIT_FIELDS = [
  'unitPrice',
  'discountValue',
  'totalOrderValue',
  'totalTaxValue',
  'totalRoundedValue',
  'amount',
  'ticketRate',
];

function toWireValue(value: unknown, name = ''): any {
  if (name === 'document') return value; // an issued invoice stays as it is
  if (value instanceof Date) return toWire(value);
  if (Array.isArray(value)) return value.map((each) => toWireValue(each));
  if (typeof value === 'number' && MINOR_UNIT_FIELDS.includes(name)) return toUnits(value);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, toWireValue(each, key)]),
  );
}
