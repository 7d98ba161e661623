/** Errors of the back office. */
export const officeMessages = {
  signInFailed: 'The name, the password or the code is wrong.',
  tooManyTries: 'There were too many attempts. Try again later.',
  signInFirst: 'Sign in to the back office.',
  invitationInvalid: 'This invitation was already used, has expired or was replaced. Ask an owner for a new one.',
  passwordTooShort: (length: number) => `The password must have at least ${length} characters.`,
  codeWrong: 'This code is wrong, or was used before. Enter the next code of your app.',
  roleRequired: (roles: readonly string[]) =>
    `You need the role ${roles.join(' or ')} for this operation. Ask an owner for the role.`,
  confirmFirst: 'Confirm this with a new code of your authenticator app.',
  unknownOperation: (noun: string, verb: string) => `There is no operation "${noun} ${verb}".`,
  noCurrentValues: 'The form of this operation starts empty.',
  changedMeanwhile: 'Somebody changed this after you looked at it. Nothing was changed. Look at the current version.',
  noDryRun: 'This operation changes nothing, so it has no preview.',
  jobRunning: 'This operation is already running. Wait until its job has ended.',
  noJob: 'There is no such job.',
  jobEnded: 'The job cannot be cancelled: it has already ended.',
  memberExists: (name: string) => `The back office already has a member "${name}".`,
  noMember: (name: string) => `The back office has no member "${name}".`,
  lastOwner: 'This member is the last owner. Make another member an owner first.',
  operationFailed: 'The operation failed. Tell the person who runs the server: the server log has the reason.',
} as const;
