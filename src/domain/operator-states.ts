/**
 * `begun` also if the process was killed. `refused`: rejected, or failed, also after the commit.
 */
export const AUDIT_OUTCOMES = ['begun', 'done', 'partly', 'refused'] as const;

/** As stored. A running job without a report is shown as `interrupted`. */
export const JOB_STATES = ['running', 'done', 'partly', 'failed', 'cancelled'] as const;

/** A killed import stays `running`. */
export const IMPORT_STATES = ['running', 'done', 'stopped', 'undone'] as const;

/** What a server process does. */
export const SERVER_ROLES = ['all', 'auth', 'streaming', 'worker'] as const;
