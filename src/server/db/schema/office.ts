import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  serial,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import type { OperationResult } from '#contract/operation-result.ts';
import type { OfficeRole } from '#domain/office-roles.ts';
import { JOB_STATES } from '#domain/operator-states.ts';
import { cascadingReference, createdOn, enumChecks, instant, textList } from '../columns.ts';

/**
 * The people who run the cinema in the back office. They are no viewers: an account of a viewer
 * gives no access.
 */
export const officeMembers = pgTable(
  'office_members',
  {
    memberId: serial('member_id').primaryKey(),
    name: text('name').notNull(),
    roles: textList('roles').$type<OfficeRole[]>(),
    passwordHash: text('password_hash'),
    /** The secret of the authenticator app, encrypted. */
    factorSecret: text('factor_secret'),
    /** The 30-second step of the last code that was used, so that a code works once. */
    lastFactorStep: integer('last_factor_step').notNull().default(0),
    /** Hashes of the recovery codes that are left. */
    recoveryCodes: textList('recovery_codes'),
    invitationHash: text('invitation_hash').unique(),
    invitationExpiresAt: instant('invitation_expires_at'),
    createdOn: createdOn(),
  },
  (t) => [uniqueIndex('office_members_name').on(sql`lower(${t.name})`)],
);

export const officeSessions = pgTable(
  'office_sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    memberId: cascadingReference('member_id', () => officeMembers.memberId),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    confirmedAt: instant('confirmed_at'),
    ipAddress: text('ip_address').notNull(),
  },
  (t) => [index('office_sessions_member').on(t.memberId)],
);

/** Long operations of the back office. */
export const officeJobs = pgTable(
  'office_jobs',
  {
    jobId: uuid('job_id').primaryKey(),
    /** `movie withdraw` */
    operation: text('operation').notNull(),
    startedBy: text('started_by').notNull(),
    isDryRun: boolean('is_dry_run').notNull(),
    state: text('state', { enum: JOB_STATES }).notNull(),
    log: textList('log'),
    result: jsonb('result').$type<OperationResult>(),
    error: text('error'),
    startedAt: instant('started_at').notNull(),
    /** Updated every few seconds by the process that runs the job. */
    seenAt: instant('seen_at').notNull(),
    endedAt: instant('ended_at'),
    cancelRequestedAt: instant('cancel_requested_at'),
  },
  (t) => [index('office_jobs_started').on(t.startedAt), ...enumChecks(t)],
);
