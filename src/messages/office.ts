/** Errors of the back office. */
export const officeMessages = {
  signInFailed: 'The name, the password or the code is wrong.',
  tooManyTries: 'There were too many attempts. Try again later.',
  signInFirst: 'Sign in to the back office.',
  invitationInvalid:
    'This invitation was already used, has expired or was replaced. Ask an owner for a new one.',
  passwordTooShort: (length: number) => `The password must have at least ${length} characters.`,
  codeWrong:
    'This code is wrong, or was used before. Enter the next code of your authenticator app.',
  roleRequired: (roles: readonly string[]) =>
    `You need the role ${roles.join(' or ')} for this operation. Ask an owner for the role.`,
  confirmFirst: 'Confirm this with a new code of your authenticator app.',
  unknownOperation: (noun: string, verb: string) => `There is no operation "${noun} ${verb}".`,
  noCurrentValues: 'The form of this operation starts empty.',
  changedMeanwhile:
    'Somebody changed this after you looked at it. Nothing was changed. Look at the current version.',
  noDryRun: 'This operation changes nothing, so it has no preview.',
  jobRunning: 'This operation is already running. Wait until its job has ended.',
  noJob: 'There is no such job.',
  jobEnded: 'The job cannot be cancelled: it has already ended.',
  memberExists: (name: string) => `The back office already has a member "${name}".`,
  noMember: (name: string) => `The back office has no member "${name}".`,
  lastOwner: 'This member is the last owner. Make another member an owner first.',

  uploadUnknown: 'The server no longer has this upload. Choose the file again.',
  uploadProtocol: (version: string) => `Uploads use version ${version} of the tus protocol.`,
  uploadMalformed: 'The upload has no length, file name or kind of file. Choose the file again.',
  uploadTooLarge: (kind: string, maxBytes: number) =>
    `This file is too large. A file of the kind “${kind}” can have at most ${maxBytes / 1_000_000} MB.`,
  uploadTooLong: 'The file has become larger during the upload. Choose the file again.',
  uploadTooMany: (count: number, days: number) =>
    `You have ${count} unfinished uploads. Finish or cancel one of them, or wait: they are deleted after ${days} days.`,
  uploadNoSpace:
    'The disk of the server has too little space for this file. Tell the person who runs the server.',
  uploadNotStored:
    'The server could not store the file. Its disk may be full. Tell the person who runs the server.',
  uploadOffset:
    'This part of the file does not follow the last one. Choose the file again: the upload then continues.',
  chooseFile: 'Choose a file from your computer.',
  uploadUnfinished: 'The upload of this file is not finished. Wait until it is, and try again.',
  uploadRoleRequired: 'None of your operations takes a file. Ask an owner for a role.',
  uploadType: (kind: 'picture' | 'mp4' | 'film' | 'captions') =>
    ({
      picture: 'This file is not a picture. Choose a JPEG, PNG, WebP, AVIF, GIF or TIFF file.',
      mp4: 'This file is not an MP4 video. Choose an MP4 file.',
      film: 'This file is not a video. Choose a video file, such as MP4, MOV, MKV or MXF.',
      captions: 'This file has no captions. Choose a WebVTT or SRT file.',
    })[kind],

  backupUnknown: 'There is no such backup. Look at the list of backups again.',
  downloadExpired: 'The download was not started in time. Start it again.',

  operationFailed:
    'The operation failed. Tell the person who runs the server: the server log has the reason.',
} as const;
