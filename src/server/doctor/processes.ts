import { CINEMA_ZONE } from '#domain/dates.ts';
import { displayDay, displayTime } from '#domain/format/dates.ts';
import { isMissing } from '../processes/presence.ts';
import { listProcesses, type ServerProcess } from '../processes/queries.ts';
import { type Check, healthy, problem } from './finding.ts';

/** A server that stops in order signs off. */
export const checkProcesses: Check = async ({ db, now }) => {
  const processes = await listProcesses(db);
  const [missing, running] = [true, false].map((isWanted) =>
    processes.filter((each) => isMissing(each, now()) === isWanted),
  ) as [ServerProcess[], ServerProcess[]];
  if (missing.length > 0) return missing.flatMap((each) => problem(lastSignOf(each), REMEDY));
  return running.length > 0 ? healthy(`These servers run: ${running.map(titleOf).join(', ')}`) : [];
};

const REMEDY =
  'Start it again, and read the end of its log for the reason: journalctl -u "matinee*". If it was removed on purpose, ignore this: it is forgotten a day after its last sign.';

const titleOf = ({ name, role }: ServerProcess): string => `${name} (ROLE=${role})`;

function lastSignOf(process: ServerProcess): string {
  const { seenAt } = process;
  const until = `${displayTime(seenAt, CINEMA_ZONE)} on ${displayDay(seenAt, CINEMA_ZONE)} in India`;
  return `The server ${titleOf(process)} ran until ${until} and stopped without saying so`;
}
