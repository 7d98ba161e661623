import { z } from 'zod';
import { JOB_STATES } from '#domain/operator-states.ts';
import { compactCode } from '#domain/fold.ts';
import { IMAGE_KINDS } from '#domain/images.ts';
import { OFFICE_ROLES } from '#domain/office-roles.ts';
import { FILE_KINDS } from '#domain/office-uploads.ts';
import { officeMessages as text } from '#messages/office.ts';
import { OPERATION_ERRORS } from './operation-errors.ts';
import { endpoint } from './endpoint.ts';
import { OperationResult } from './operation-result.ts';
import { OpenedFilm, PlaybackLease } from './playback.ts';
import { typedLine } from './typed-text.ts';

/**
 * The back office has its own sessions, in a cookie. The tokens of viewers are not accepted, so
 * `auth` is `none`.
 */
const OFFICE_GET = {
  service: 'office',
  auth: 'none',
  method: 'GET',
  status: 200,
  hasSession: true,
} as const;
const OFFICE_POST = {
  service: 'office',
  auth: 'none',
  method: 'POST',
  status: 200,
  hasSession: true,
} as const;
const WITHOUT_SESSION_POST = { ...OFFICE_POST, hasSession: false } as const;

export const OFFICE_PASSWORD_MIN_LENGTH = 12;
const Invitation = z.string().max(100);
const Name = typedLine().min(1).max(200);
/** A code of the authenticator app, or a recovery code. */
const FactorCode = z
  .string()
  .max(40)
  .transform((typed) => compactCode(typed).toLowerCase());

const Member = z.object({
  name: z.string(),
  roles: z.array(z.enum(OFFICE_ROLES)),
  /** The end of the session, 12 hours after signing in. */
  expiresAt: z.coerce.date(),
  /** Until then, operations that need a confirmation are allowed. */
  confirmedUntil: z.coerce.date().nullable(),
});

export const openInvitation = endpoint(WITHOUT_SESSION_POST, '/invitations/open', {
  summary: 'Read an invitation: the name, and the secret for the authenticator app',
  errors: ['invitation_invalid'],
  body: z.object({ invitation: Invitation }),
  reply: z.object({ name: z.string(), secret: z.string(), otpauthUrl: z.string() }),
});
export const acceptInvitation = endpoint(WITHOUT_SESSION_POST, '/invitations/accept', {
  summary: 'Accept an invitation: set the password and the second factor, and sign in',
  errors: ['invitation_invalid', 'otp_invalid', 'too_many_requests'],
  body: z.object({
    invitation: Invitation,
    password: z
      .string()
      .min(OFFICE_PASSWORD_MIN_LENGTH, text.passwordTooShort(OFFICE_PASSWORD_MIN_LENGTH))
      .max(200),
    code: FactorCode,
  }),
  reply: Member.extend({ recoveryCodes: z.array(z.string()) }),
});
export const officeSignIn = endpoint(WITHOUT_SESSION_POST, '/sign-in', {
  summary: 'Sign in with a password and a code of the authenticator app',
  errors: ['too_many_requests', 'unauthenticated'],
  body: z.object({ name: Name, password: z.string().max(200), code: FactorCode }),
  reply: Member,
});
export const officeSignOut = endpoint(WITHOUT_SESSION_POST, '/sign-out', {
  summary: 'End the session',
  errors: ['office_session_required'],
  status: 204,
});
export const officeMember = endpoint(OFFICE_GET, '/me', {
  summary: 'The member who is signed in',
  reply: Member,
});
export const confirmOffice = endpoint(OFFICE_POST, '/confirm', {
  summary:
    'Confirm with a new code. Operations that move money or change roles are then allowed for five minutes',
  errors: ['otp_invalid', 'too_many_requests'],
  body: z.object({ code: FactorCode }),
  reply: Member,
});

const OperationField = z.object({
  name: z.string(),
  label: z.string(),
  about: z.string(),
  /**
   * `text`: a string. `flag`: a boolean. `list`: several strings. `content`: a text of many lines,
   * sent as `content`. `file`: `upload:<id>` of a finished upload; several for captions, as
   * `<language>=upload:<id>`.
   */
  kind: z.enum(['text', 'flag', 'list', 'content', 'file']),
  fileKind: z.enum(FILE_KINDS).optional(),
  /**
   * The field has the focal point of the picture in another field: `50,30`. The picture is cropped
   * to the ratio of its kind.
   */
  focusOf: z.object({ fileInput: z.string(), imageKind: z.enum(IMAGE_KINDS) }).optional(),
  isRequired: z.boolean(),
  /** The field accepts some of these values, separated by commas. */
  offeredValues: z.array(z.object({ value: z.string(), label: z.string() })).optional(),
  /** The rows of `NOUN list` that the field offers. */
  choices: z
    .object({
      noun: z.string(),
      /** The keys of the rows with what is sent and what is shown. */
      value: z.string(),
      label: z.string(),
      /** The field that searches a long list. */
      filter: z.string().optional(),
      /** Whether the field accepts several values: a list, or a text with commas. */
      isMany: z.boolean().optional(),
    })
    .optional(),
});
const Operation = z.object({
  noun: z.string(),
  verb: z.string(),
  /** A verb and its object: `Refund an order`. */
  title: z.string(),
  summary: z.string(),
  details: z.string(),
  roles: z.array(z.enum(OFFICE_ROLES)),
  /** Whether it changes data; it then has a dry run. */
  isChange: z.boolean(),
  /** Whether it answers with a job. */
  isLong: z.boolean(),
  needsConfirmation: z.boolean(),
  fields: z.array(OperationField),
  /**
   * The field that names the object that is changed. The form then starts with the current values
   * of the object.
   */
  objectField: z.string().optional(),
  /**
   * The keys of the rows of `NOUN list` that have the value of the first field. Empty if the
   * operation concerns no row.
   */
  rowKeys: z.array(z.string()),
  /**
   * Whether the pages offer it for several rows at once, with one call for each. The first field
   * names the row.
   */
  isBulk: z.boolean(),
});
export type OperationDescription = z.infer<typeof Operation>;

export const listOperations = endpoint(OFFICE_GET, '/operations', {
  summary: 'The operations that the member may use',
  reply: z.object({ operations: z.array(Operation) }),
});

const Input = z.record(
  z.string().max(60),
  z.union([z.string().max(20_000), z.boolean(), z.array(z.string().max(20_000)).max(1000)]),
);
export const runOperation = endpoint(OFFICE_POST, '/operations/:noun/:verb', {
  summary: 'Run an operation, or its dry run. A long operation answers 202 with a job',
  errors: OPERATION_ERRORS,
  params: z.object({ noun: z.string().max(60), verb: z.string().max(60) }),
  body: z.object({
    input: Input.default({}),
    dryRun: z.boolean().default(false),
    /** The text of a `content` field. */
    content: z.string().max(500_000).optional(),
    /**
     * The `version` of the dry run that the member saw. If a value has changed since, the reply is
     * 409 `changed_meanwhile` with the `changes` and the `version` of a new dry run.
     */
    seenVersion: z.string().max(100).optional(),
  }),
  otherStatuses: [202],
  reply: z.union([z.object({ jobId: z.string() }), OperationResult]),
});

/**
 * Resumable uploads by the tus protocol: POST here, then HEAD, PATCH and DELETE at the `Location`
 * (docs/office.md).
 */
export const OFFICE_UPLOADS_PATH = '/uploads';
export const readCurrentValues = endpoint(OFFICE_GET, '/operations/:noun/:verb/current-values', {
  summary: 'The values with which the form of a change starts, by field',
  errors: OPERATION_ERRORS,
  params: z.object({ noun: z.string().max(60), verb: z.string().max(60) }),
  query: z.object({ object: z.string().trim().min(1).max(300) }),
  reply: z.object({ values: z.record(z.string(), z.union([z.string(), z.array(z.string())])) }),
});

const Job = z.object({
  jobId: z.string(),
  operation: z.string(),
  title: z.string(),
  startedBy: z.string(),
  /** `interrupted`: the server process ended before the job. */
  state: z.enum([...JOB_STATES, 'interrupted']),
  isDryRun: z.boolean(),
  startedAt: z.coerce.date(),
  endedAt: z.coerce.date().nullable(),
  /** The newest lines of progress. */
  log: z.array(z.string()),
  result: OperationResult.nullable(),
  error: z.string().nullable(),
});
export type OfficeJob = z.infer<typeof Job>;
const JobId = z.object({ jobId: z.uuid() });
export const listOfficeJobs = endpoint(OFFICE_GET, '/jobs', {
  summary: 'The newest hundred jobs of the operations that the member may use',
  reply: z.object({ jobs: z.array(Job.omit({ result: true, log: true })) }),
});
export const readOfficeJob = endpoint(OFFICE_GET, '/jobs/:jobId', {
  summary: 'A job with its progress and its result',
  errors: ['not_found'],
  params: JobId,
  reply: Job,
});
export const cancelOfficeJob = endpoint(OFFICE_POST, '/jobs/:jobId/cancel', {
  summary: 'Ask a running job to stop',
  errors: ['job_ended', 'not_found'],
  params: JobId,
  status: 202,
  reply: Job,
});

const PackageKey = z.object({ package: z.string().regex(/^[\w-]{1,64}$/) });
/**
 * The playlists, keys and captions are below this path; each request needs the session and the play
 * token.
 */
export const PACKAGE_PLAYBACK_PATH = '/packages/:package/playback';
export const openPackagePlayback = endpoint(OFFICE_POST, PACKAGE_PLAYBACK_PATH, {
  summary: 'Open the film of a package, also of a film that is not shown. The audit log records it',
  errors: ['package_unknown', 'role_required', 'too_many_requests'],
  params: PackageKey,
  reply: OpenedFilm.extend({
    title: z.string(),
    /** Renews the lease, until the session ends. */
    renewalToken: z.string(),
  }),
});
export const renewPackagePlayback = endpoint(OFFICE_POST, `${PACKAGE_PLAYBACK_PATH}/renew`, {
  summary: 'Renew the play token and the signed folder',
  errors: ['role_required', 'token_invalid'],
  params: PackageKey,
  body: z.object({ renewalToken: z.string().max(2000) }),
  reply: PlaybackLease,
});

/** The PDF is at the `url` of the reply, which needs the session. */
export const EVIDENCE_PATH = '/disputes/:dispute/evidence';
export const allowEvidenceDownload = endpoint(OFFICE_POST, EVIDENCE_PATH, {
  summary: 'Allow the download of the evidence of a dispute for a minute, after a new code',
  errors: ['confirmation_required', 'dispute_unknown', 'evidence_missing', 'role_required'],
  params: z.object({ dispute: z.string().min(1).max(100) }),
  reply: z.object({ url: z.string() }),
});

/** The archive is at the `url` of the reply, which needs the session. */
export const BACKUP_ARCHIVE_PATH = '/backups/:backup/archive';
export const allowBackupDownload = endpoint(OFFICE_POST, BACKUP_ARCHIVE_PATH, {
  summary: 'Allow the download of a backup for a minute. Only for owners, after a new code',
  errors: ['backup_unknown', 'confirmation_required', 'role_required'],
  params: z.object({ backup: z.string().regex(/^\d{8}T\d{6}Z$/) }),
  body: z.object({ withMedia: z.boolean() }),
  reply: z.object({ url: z.string() }),
});
