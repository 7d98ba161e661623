import type { Config } from '#server/config/config.ts';
import type { House } from '#server/house.ts';
import { isEmbedded, type Line, openLine } from './cinema/line.ts';

/** Where the house answers on this machine. */
export const originHere = ({ host }: Config, port: number) =>
  `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`;

/** By which `npm run cinema` reaches this process, which has the embedded database; none where every process may have it. */
export async function openHouseLine({ deps, database }: House): Promise<Line | undefined> {
  const { config } = deps;
  if (!isEmbedded(config)) return undefined;
  const place = { deps, database };
  return openLine(config.dataDir, async (asked, io) => {
    // Brought when the first command comes: a server alone begins sooner without them.
    const { answerCall } = await import('./cinema/answer.ts');
    return answerCall(place, asked, io);
  });
}
