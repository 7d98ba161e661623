import { randomBytes } from 'node:crypto';
import { DAY } from '#domain/limits/durations.ts';
import type { OfficeRole } from '#domain/office-roles.ts';
import { refuseGuessablePassword } from '../auth/guessable-password.ts';
import { hashPassword } from '../auth/passwords.ts';
import type { Deps } from '../deps.ts';
import { AppError, throwError } from '../errors.ts';
import { type Change, changeOf } from '../operator/change.ts';
import { sha256Hex } from '../tokens.ts';
import {
  deleteMember,
  deleteSessions,
  findInvitedMember,
  findMember,
  insertMember,
  listMembers,
  lockMembers,
  type MemberRow,
  updateMember,
} from './queries.ts';
import {
  createFactorSecret,
  createRecoveryCodes,
  encryptFactorSecret,
  otpauthUrl,
  requireFactorCode,
} from './second-factor.ts';

const INVITATION_MS = DAY;

export const listOfficeMembers = async ({ db }: Deps) =>
  (await listMembers(db)).map(({ name, roles, passwordHash, recoveryCodes, createdOn }) => ({
    name,
    roles,
    isInvited: !passwordHash,
    recoveryCodes: recoveryCodes.length,
    createdOn,
  }));

const newInvitation = ({ config, now }: Deps) => {
  const invitation = randomBytes(32).toString('base64url');
  return {
    link: `${config.origin}/office#invitation=${invitation}`,
    columns: {
      invitationHash: sha256Hex(invitation),
      invitationExpiresAt: new Date(now().getTime() + INVITATION_MS),
      passwordHash: null,
      factorSecret: null,
      recoveryCodes: [],
    },
  };
};

interface InvitationResult {
  changes: Change[];
  /** Works once, for 24 hours. */
  link: string;
}

/** Throws already_exists. */
export async function inviteMember(
  deps: Deps,
  name: string,
  roles: OfficeRole[],
): Promise<InvitationResult> {
  const { link, columns } = newInvitation(deps);
  if (!(await insertMember(deps.db, { name, roles, createdOn: deps.now(), ...columns })))
    throw new AppError('already_exists', [name]);
  return { changes: changeOf(`office member ${name}`, null, { roles }), link };
}

/**
 * Deletes the member's sessions, password and second factor, and creates a new invitation. Throws
 * member_unknown.
 */
export async function resetMember(
  deps: Deps,
  name: string,
): Promise<InvitationResult & { memberId: number }> {
  const { member } = await lockMember(deps, name);
  const { link, columns } = newInvitation(deps);
  await updateMember(deps.db, member.memberId, columns);
  await deleteSessions(deps.db, member.memberId);
  const before = { isInvited: !member.passwordHash };
  return {
    changes: [{ what: `office member ${member.name}`, before, after: { isInvited: true } }],
    link,
    memberId: member.memberId,
  };
}

/** Throws member_unknown, last_owner. */
export async function changeMemberRoles(
  deps: Deps,
  name: string,
  roles: OfficeRole[],
): Promise<Change[]> {
  const { member, refuseIfLastOwner } = await lockMember(deps, name);
  if (!roles.includes('owner')) refuseIfLastOwner();
  await updateMember(deps.db, member.memberId, { roles });
  return changeOf(`office member ${member.name}`, { roles: member.roles }, { roles });
}

/** Throws member_unknown, last_owner. */
export async function removeMember(deps: Deps, name: string): Promise<Change[]> {
  const { member, refuseIfLastOwner } = await lockMember(deps, name);
  refuseIfLastOwner();
  await deleteMember(deps.db, member.memberId);
  return changeOf(`office member ${member.name}`, { roles: member.roles }, null);
}

/** Locks all members, so that two concurrent changes cannot remove the last two owners. */
async function lockMember({ db }: Deps, name: string) {
  const members = await lockMembers(db);
  const member = (await findMember(db, name)) ?? throwError(new AppError('member_unknown', [name]));
  const isOwner = ({ roles }: MemberRow) => roles.includes('owner');
  return {
    member,
    refuseIfLastOwner: () => {
      if (isOwner(member) && members.filter(isOwner).length === 1) throw new AppError('last_owner');
    },
  };
}

const invitationInvalid = () => new AppError('invitation_invalid');

/**
 * Creates a new secret each time: if somebody else opened the invitation before, that person's
 * secret gives no codes. Throws invitation_invalid.
 */
export const openInvitation = ({ db, now, config }: Deps, invitation: string) =>
  db.transaction(async (tx) => {
    const member =
      (await findInvitedMember(tx, sha256Hex(invitation), now())) ??
      throwError(invitationInvalid());
    const secret = createFactorSecret();
    await updateMember(tx, member.memberId, {
      factorSecret: encryptFactorSecret(config.secrets.tokenSecret, secret),
    });
    return { name: member.name, secret, otpauthUrl: otpauthUrl(secret, member.name) };
  });

/**
 * Throws invitation_invalid, otp_invalid, validation_failed (guessable password),
 * too_many_requests.
 */
export async function acceptInvitation(
  deps: Deps,
  { invitation, password, code }: { invitation: string; password: string; code: string },
): Promise<{ member: MemberRow; recoveryCodes: string[] }> {
  const invited =
    (await findInvitedMember(deps.db, sha256Hex(invitation), deps.now())) ??
    throwError(invitationInvalid());
  await refuseGuessablePassword(password, { dialCode: null, mobile: null, emailId: invited.name });
  await requireFactorCode(deps, invited, code);
  const passwordHash = await hashPassword(password);
  const { codes, hashes } = createRecoveryCodes();
  return deps.db.transaction(async (tx) => {
    const member =
      (await findInvitedMember(tx, sha256Hex(invitation), deps.now())) ??
      throwError(invitationInvalid());
    // The code was verified with the secret of this opening.
    if (member.factorSecret !== invited.factorSecret) throw invitationInvalid();
    const change = {
      passwordHash,
      recoveryCodes: hashes,
      invitationHash: null,
      invitationExpiresAt: null,
    };
    await updateMember(tx, member.memberId, change);
    return { member: { ...member, ...change }, recoveryCodes: codes };
  });
}
