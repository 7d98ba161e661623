const NO_SUCH_ROW = '23503';

/** Whether a row could not be written because the person it names is gone: the account was deleted while the call was under way. */
export function isOfNobody(error: Error): boolean {
  const { code, constraint } = (error.cause ?? {}) as { code?: string; constraint?: string };
  return code === NO_SUCH_ROW && Boolean(constraint?.endsWith('_users_user_id_fk'));
}
