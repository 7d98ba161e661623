import { toWire } from '#domain/dates.ts';
import { HOUR, MINUTE } from '#domain/limits/durations.ts';
import { KEYS_PER_MINUTE, PLAY_LEASE_SECONDS } from '#domain/playback.ts';
import { playbackRefusals as refusals } from '#messages/playback-refusals.ts';
import type { Deps } from '../../deps.ts';
import { AppError, throwError } from '../../errors.ts';
import { recordAuditEntry } from '../../operator/audit/actions.ts';
import { type Limit, perHour } from '../../rate-limits.ts';
import { readToken, signToken } from '../../tokens.ts';
import { isHashOfNetwork, networkHash, signFolder } from './access.ts';
import { openedFilm } from './actions.ts';
import { findFilmName, findPackageByKey, type PackageWithKeys } from './queries.ts';

/** A member of the back office who plays a package, without a ticket. */
export interface PackageViewer {
  memberId: number;
  name: string;
  ip: string;
}

const START_LIMIT = perHour('package-starts', 120, refusals.tooManyPlays);
const KEY_LIMIT: Limit = {
  name: 'package-keys',
  points: KEYS_PER_MINUTE,
  seconds: MINUTE / 1000,
  message: refusals.tooManyKeys,
};
/** As long as a session of the back office. */
const RENEWAL_MINUTES = (12 * HOUR) / MINUTE;

const packageUnknown = () => new AppError('package_unknown');
const tokenInvalid = () => new AppError('play_token_invalid');

const claimsOf = ({ config }: Deps, { memberId, ip }: PackageViewer, packageKey: string) => ({
  sub: String(memberId),
  pkg: packageKey,
  net: networkHash(config, ip),
});

async function hasToken(
  { config, now }: Deps,
  audience: 'packagePlay' | 'packagePlayRenewal',
  tokens: string[],
  { viewer, packageKey }: { viewer: PackageViewer; packageKey: string },
): Promise<boolean> {
  const expected = { sub: String(viewer.memberId), pkg: packageKey };
  for (const token of tokens) {
    const claims = await readToken({
      secrets: config.secrets.acceptedTokenSecrets,
      audience,
      token,
      now: now(),
    });
    const isOfViewer = claims?.['sub'] === expected.sub && claims['pkg'] === expected.pkg;
    if (isOfViewer && isHashOfNetwork(config, claims['net'], viewer.ip)) return true;
  }
  return false;
}

/**
 * Records who plays the film. `base`: the path of the playlists. Throws package_unknown,
 * too_many_requests.
 */
export async function openPackagePlayback({
  deps,
  viewer,
  packageKey,
  base,
}: {
  deps: Deps;
  viewer: PackageViewer;
  packageKey: string;
  base: string;
}) {
  const { db, now, config } = deps;
  const film = (await findPackageByKey(db, packageKey)) ?? throwError(packageUnknown());
  await deps.limits.use(START_LIMIT, String(viewer.memberId));
  const title = (await findFilmName(db, film.packageId)) ?? packageKey;
  await recordAuditEntry(deps, {
    who: `${viewer.name} from ${viewer.ip}`,
    command: 'media play',
    args: { package: packageKey },
    began: now().toISOString(),
    outcome: 'done',
    summary: title,
    changes: [],
  });
  const renewalToken = signToken(
    config.secrets.tokenSecret,
    'packagePlayRenewal',
    claimsOf(deps, viewer, packageKey),
    {
      now: now(),
      minutes: RENEWAL_MINUTES,
    },
  );
  return {
    ...openedFilm(film, base),
    ...(await issueLease(deps, viewer, packageKey)),
    title,
    renewalToken,
  };
}

/** Throws token_invalid for a token of another member, package or network. */
export async function renewPackagePlayback({
  deps,
  viewer,
  packageKey,
  renewalToken,
}: {
  deps: Deps;
  viewer: PackageViewer;
  packageKey: string;
  renewalToken: string;
}) {
  if (!(await hasToken(deps, 'packagePlayRenewal', [renewalToken], { viewer, packageKey })))
    throw tokenInvalid();
  return issueLease(deps, viewer, packageKey);
}

async function issueLease(deps: Deps, viewer: PackageViewer, packageKey: string) {
  const { config, now } = deps;
  const minutes = PLAY_LEASE_SECONDS / 60;
  const claims = claimsOf(deps, viewer, packageKey);
  const playToken = signToken(config.secrets.tokenSecret, 'packagePlay', claims, {
    now: now(),
    minutes,
  });
  const expiresAt = new Date(now().getTime() + PLAY_LEASE_SECONDS * 1000);
  return {
    playToken,
    media: signFolder(config, packageKey, { expires: expiresAt, ip: viewer.ip }),
    expiresAt: toWire(expiresAt),
  };
}

/** Throws token_invalid, package_unknown. */
export async function authorizePackageStream({
  deps,
  viewer,
  packageKey,
  tokens,
}: {
  deps: Deps;
  viewer: PackageViewer;
  packageKey: string;
  tokens: string[];
}): Promise<PackageWithKeys & { viewer: PackageViewer }> {
  if (!(await hasToken(deps, 'packagePlay', tokens, { viewer, packageKey }))) throw tokenInvalid();
  const film = (await findPackageByKey(deps.db, packageKey)) ?? throwError(packageUnknown());
  return { ...film, viewer };
}

/** Throws key_not_found, too_many_requests. */
export async function issuePackageKey(
  deps: Deps,
  { keys, viewer }: PackageWithKeys & { viewer: PackageViewer },
  keyIndex: number,
) {
  const key = keys[keyIndex] ?? throwError(new AppError('key_not_found'));
  await deps.limits.use(KEY_LIMIT, String(viewer.memberId));
  return Buffer.from(key, 'hex');
}
