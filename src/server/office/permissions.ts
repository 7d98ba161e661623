import { mayUse } from '#domain/office-roles.ts';
import { AppError } from '../errors.ts';
import type { OfficeOperations } from './operations.ts';
import type { MemberRow } from './queries.ts';
import type { OfficeSession } from './sessions.ts';

export const allowedOperations = async (
  { member }: OfficeSession,
  loadOperations: () => Promise<OfficeOperations>,
) => (await loadOperations()).operations.filter(({ roles }) => mayUse(member.roles, roles));

/** Members may upload if one of their operations takes a file. Throws role_required. */
export async function authorizeUpload(
  session: OfficeSession,
  loadOperations: () => Promise<OfficeOperations>,
): Promise<MemberRow> {
  const allowed = await allowedOperations(session, loadOperations);
  if (allowed.some(({ fields }) => fields.some(({ kind }) => kind === 'file')))
    return session.member;
  throw new AppError('upload_role_required');
}

/**
 * Members may play packages if they may use an operation on films and pictures. Throws
 * role_required.
 */
export async function authorizePackagePlayback(
  session: OfficeSession,
  loadOperations: () => Promise<OfficeOperations>,
): Promise<OfficeSession> {
  return authorizeNoun('media', session, loadOperations);
}

/**
 * Members may download the evidence of a dispute if they may see disputes. Throws role_required.
 */
export async function authorizeEvidence(
  session: OfficeSession,
  loadOperations: () => Promise<OfficeOperations>,
): Promise<OfficeSession> {
  return authorizeNoun('dispute', session, loadOperations);
}

async function authorizeNoun(
  noun: string,
  session: OfficeSession,
  loadOperations: () => Promise<OfficeOperations>,
): Promise<OfficeSession> {
  const { operations } = await loadOperations();
  const roles = [
    ...new Set(operations.filter((each) => each.noun === noun).flatMap((each) => each.roles)),
  ];
  if (mayUse(session.member.roles, roles)) return session;
  throw new AppError('operation_role_required', [['owner', ...roles]]);
}
