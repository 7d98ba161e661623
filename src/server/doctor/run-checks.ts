import { checkCdn } from './cdn.ts';
import { checkBackups } from './backups.ts';
import { checkClocks, checkDatabase, checkMoney, checkJobs } from './database.ts';
import { databaseUnavailability } from '../db/unavailable.ts';
import {
  type Check,
  type CheckContext,
  type Finding,
  type Outcome,
  problem,
  reasonOf,
  warning,
} from './finding.ts';
import {
  checkCertificate,
  checkOrigin,
  checkMailServer,
  checkPaymentProviders,
} from './external-services.ts';
import { checkLegalPages } from './legal-pages.ts';
import { checkPrivateFiles } from './private-files.ts';
import { checkProcesses } from './processes.ts';
import { checkProxy } from './proxy.ts';
import { checkSecrets } from './secrets.ts';
import { checkSeller } from './seller.ts';
import { checkSite } from './site.ts';
import { checkSourceCode } from './source-code.ts';
import { checkFilms, checkFolders, checkDiskSpace } from './storage.ts';
import { checkWebhooks } from './webhooks.ts';

/** In the order in which an operator should fix problems. */
const CHECKS: Record<string, Check> = {
  database: checkDatabase,
  clock: checkClocks,
  servers: checkProcesses,
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
  seller: checkSeller,
  payments: checkPaymentProviders,
  webhooks: checkWebhooks,
  mail: checkMailServer,
  origin: checkOrigin,
  proxy: checkProxy,
  certificate: checkCertificate,
  pages: checkLegalPages,
  source: checkSourceCode(),
};

/** Runs all checks. A check that throws becomes a finding. */
export async function runChecks(context: CheckContext): Promise<Finding[]> {
  const findings = await Promise.all(
    Object.entries(CHECKS).map(async ([subject, check]) => {
      const outcomes = await check(context).catch(failedCheck);
      return outcomes.map(({ state, ...outcome }) => ({ state, subject, ...outcome }));
    }),
  );
  return findings.flat();
}

/** The check of the database has the reason and the remedy once. */
const failedCheck = (error: Error): Outcome[] =>
  databaseUnavailability(error)
    ? warning(
        'Not checked, because the database does not answer',
        'Solve the problem of the database first.',
      )
    : problem(`Cannot be checked: ${reasonOf(error)}`, 'Solve this first.');
