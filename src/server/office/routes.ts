import * as office from '#contract/office.ts';
import { mayUse } from '#domain/office-roles.ts';
import type { Database } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { AppError, throwError } from '../errors.ts';
import type { AppContext } from '../http/app-context.ts';
import { serveEndpoint, type ServedEndpoint, withStatus } from '../http/serve-endpoint.ts';
import { cancelJob, jobReply, readJob, startJob } from './jobs.ts';
import { acceptInvitation, openInvitation } from './members.ts';
import type { OfficeOperations, OperationRequest } from './operations.ts';
import { allowedOperations } from './permissions.ts';
import { newestJobs } from './queries.ts';
import {
  confirmWithCode,
  type OfficeSession,
  readSession,
  memberReply,
  signIn,
  signOut,
  startSession,
} from './sessions.ts';
import { filesOf } from './uploads/actions.ts';

/** The endpoints of the back office. The first request loads the operations. */
export function officeRoutes(
  deps: Deps,
  database: Database,
  loadOperations: () => Promise<OfficeOperations>,
): ServedEndpoint[] {
  const nameOf = ({ noun, verb }: office.OperationDescription) => `${noun} ${verb}`;
  const allowedTo = (session: OfficeSession) => allowedOperations(session, loadOperations);

  /** Throws not_found, role_required, confirmation_required. */
  async function findAllowed({
    session,
    noun,
    verb,
    isDryRun,
  }: {
    session: OfficeSession;
    noun: string;
    verb: string;
    isDryRun: boolean;
  }) {
    const { operations, ...calls } = await loadOperations();
    const operation =
      operations.find((each) => each.noun === noun && each.verb === verb) ??
      throwError(new AppError('operation_not_found', [noun, verb]));
    if (!mayUse(session.member.roles, operation.roles))
      throw new AppError('operation_role_required', [['owner', ...operation.roles]]);
    if (isDryRun && !operation.isChange) throw new AppError('no_dry_run');
    if (operation.needsConfirmation && !isDryRun && !session.confirmedUntil)
      throw new AppError('confirmation_required');
    return { operation, ...calls };
  }

  const withTitle = async <Job extends { operation: string }>(job: Job) => {
    const operation = (await loadOperations()).operations.find(
      (each) => nameOf(each) === job.operation,
    );
    return { ...job, title: operation?.title ?? job.operation };
  };

  /** Members see only the jobs of operations that their roles allow. Throws not_found. */
  async function readAllowedJob(context: AppContext, jobId: string) {
    const session = await readSession(deps, context);
    const job = await readJob(deps, jobId);
    const allowed = await allowedTo(session);
    if (!allowed.some((each) => nameOf(each) === job.operation))
      throw new AppError('job_not_found');
    return job;
  }

  return [
    serveEndpoint(office.openInvitation, ({ body }) => openInvitation(deps, body.invitation)),
    serveEndpoint(office.acceptInvitation, async ({ body, context }) => {
      const { member, recoveryCodes } = await acceptInvitation(deps, body);
      return { ...memberReply(await startSession(deps, context, member)), recoveryCodes };
    }),
    serveEndpoint(office.officeSignIn, async ({ body, context }) =>
      memberReply(await signIn(deps, context, body)),
    ),
    serveEndpoint(office.officeSignOut, ({ context }) => signOut(deps, context)),
    serveEndpoint(office.officeMember, async ({ context }) =>
      memberReply(await readSession(deps, context)),
    ),
    serveEndpoint(office.confirmOffice, async ({ body, context }) =>
      memberReply(await confirmWithCode(deps, await readSession(deps, context), body.code)),
    ),
    serveEndpoint(office.listOperations, async ({ context }) => ({
      operations: await allowedTo(await readSession(deps, context)),
    })),
    serveEndpoint(
      office.runOperation,
      async ({ params: { noun, verb }, body: { dryRun: isDryRun, ...body }, context }) => {
        const session = await readSession(deps, context);
        const { operation, check, run } = await findAllowed({ session, noun, verb, isDryRun });
        const files = await filesOf(deps, {
          member: session.member,
          operationDescription: operation,
          input: body.input,
        });
        const who = `${session.member.name} from ${session.ip}`;
        const requestWith = (
          signal: AbortSignal,
          onProgress: (line: string) => void,
        ): OperationRequest => ({
          ...body,
          files,
          isDryRun,
          who,
          signal,
          onProgress,
        });
        const server = { deps, database };
        if (!operation.isLong)
          return run(
            server,
            operation,
            requestWith(new AbortController().signal, () => undefined),
          );
        check(operation, body);
        const description = {
          operation: nameOf(operation),
          startedBy: session.member.name,
          isDryRun,
        };
        const jobId = await startJob(deps, description, (...progress) =>
          run(server, operation, requestWith(...progress)),
        );
        return withStatus(202, { jobId });
      },
      { bodyLimit: 1024 * 1024 },
    ),
    serveEndpoint(office.readCurrentValues, async ({ params: { noun, verb }, query, context }) => {
      const session = await readSession(deps, context);
      const { operation, readCurrentValues } = await findAllowed({
        session,
        noun,
        verb,
        isDryRun: true,
      });
      if (!operation.objectField) throw new AppError('current_values_not_found');
      return { values: await readCurrentValues(deps, operation, query.object) };
    }),
    serveEndpoint(office.listOfficeJobs, async ({ context }) => {
      const allowed = (await allowedTo(await readSession(deps, context))).map(nameOf);
      const jobs = (await newestJobs(deps.db, allowed)).map((job) => jobReply(deps, job));
      return { jobs: await Promise.all(jobs.map(withTitle)) };
    }),
    serveEndpoint(office.readOfficeJob, async ({ params, context }) =>
      withTitle(jobReply(deps, await readAllowedJob(context, params.jobId))),
    ),
    serveEndpoint(office.cancelOfficeJob, async ({ params, context }) => {
      await readAllowedJob(context, params.jobId);
      return withTitle(jobReply(deps, await cancelJob(deps, params.jobId)));
    }),
  ];
}
