import { cdnIsTold } from './cdn.ts';
import { backupsAreMade } from './backups.ts';
import { clocksAgree, databaseAnswers, moneyIsDecided, workIsDone } from './database.ts';
import { type Check, type Finding, ill, type Patient } from './finding.ts';
import { certificateHolds, houseCanBeReached, mailServerGreets, paymentProvidersAnswer } from './outside.ts';
import { privateFilesAreClosed } from './private.ts';
import { callersAreDistinct } from './proxy.ts';
import { noPreviousSecretIsLeft } from './secrets.ts';
import { siteIsFresh } from './site.ts';
import { filmsAreThere, foldersCanBeWritten, thereIsRoom } from './storage.ts';

/** In the order in which one would look. */
const CHECKS: Record<string, Check> = {
  database: databaseAnswers,
  clock: clocksAgree,
  storage: foldersCanBeWritten,
  private: privateFilesAreClosed,
  secrets: noPreviousSecretIsLeft,
  disk: thereIsRoom,
  films: filmsAreThere,
  backup: backupsAreMade,
  site: siteIsFresh,
  cdn: cdnIsTold,
  jobs: workIsDone,
  money: moneyIsDecided,
  payments: paymentProvidersAnswer,
  mail: mailServerGreets,
  origin: houseCanBeReached,
  proxy: callersAreDistinct,
  certificate: certificateHolds,
};

/** Looks at everything, also after something was found; what cannot be looked at is a finding itself. */
export async function examine(patient: Patient): Promise<Finding[]> {
  const findings = await Promise.all(
    Object.entries(CHECKS).map(([subject, check]) =>
      check(patient).catch((error: Error) =>
        ill(subject, `Cannot be looked at: ${reasonOf(error)}`, 'This is the first thing to mend.'),
      ),
    ),
  );
  return findings.flat();
}

const reasonOf = (error: Error) => ((error.cause as Error | undefined)?.message ?? error.message).split('\n')[0]!;
