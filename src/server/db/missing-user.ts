const FOREIGN_KEY_VIOLATION = '23503';

/** Whether a write failed because the account was deleted during the call. */
export function isUserMissing(error: Error): boolean {
  const { code, constraint } = (error.cause ?? {}) as { code?: string; constraint?: string };
  return code === FOREIGN_KEY_VIOLATION && Boolean(constraint?.endsWith('_users_user_id_fk'));
}
