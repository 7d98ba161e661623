import { checkCdn } from './cdn.ts';
import { checkBackups } from './backups.ts';
import { checkClocks, checkDatabase, checkMoney, checkJobs } from './database.ts';
import { type Check, type CheckContext, type Finding, problem } from './finding.ts';
import { checkCertificate, checkOrigin, checkMailServer, checkPaymentProviders } from './external-services.ts';
import { checkPrivateFiles } from './private-files.ts';
import { checkProxy } from './proxy.ts';
import { checkSecrets } from './secrets.ts';
import { checkSite } from './site.ts';
import { checkFilms, checkFolders, checkDiskSpace } from './storage.ts';

/** In the order in which an operator should fix problems. */
const CHECKS: Record<string, Check> = {
  database: checkDatabase,
  clock: checkClocks,
  storage: checkFolders,
  private: checkPrivateFiles,
  secrets: checkSecrets,
  disk: checkDiskSpace,
  films: checkFilms,
  backup: checkBackups,
  site: checkSite,
  cdn: checkCdn,
  jobs: checkJobs,
  money: checkMoney,
  payments: checkPaymentProviders,
  mail: checkMailServer,
  origin: checkOrigin,
  proxy: checkProxy,
  certificate: checkCertificate,
};

/** Runs all checks. A check that throws becomes a finding. */
export async function runChecks(context: CheckContext): Promise<Finding[]> {
  const findings = await Promise.all(
    Object.entries(CHECKS).map(async ([subject, check]) => {
      const outcomes = await check(context).catch((error: Error) =>
        problem(`Cannot be checked: ${reasonOf(error)}`, 'Fix this first.'),
      );
      return outcomes.map(({ state, ...outcome }) => ({ state, subject, ...outcome }));
    }),
  );
  return findings.flat();
}

const reasonOf = (error: Error) => ((error.cause as Error | undefined)?.message ?? error.message).split('\n')[0]!;
