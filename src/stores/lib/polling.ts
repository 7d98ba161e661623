import { isRefusal } from './status.ts';

const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 30_000;
const GROWTH = 1.5;

/**
 * Asks until the answer is decided, first after two seconds, then ever more slowly, and gives that answer; who comes back to
 * the page, or back on line, is asked for at once. A question that stays without an answer is asked again; only an error for
 * which `isFinal` ends the watch is thrown.
 */
export async function askUntil<Answer>(
  ask: () => Promise<Answer>,
  isDecided: (answer: Answer) => boolean,
  isFinal: (error: unknown) => boolean = () => false,
): Promise<Answer> {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(LONGEST_WAIT_MS, wait * GROWTH)) {
    await timeOrReturn(wait);
    try {
      const answer = await ask();
      if (isDecided(answer)) return answer;
    } catch (error) {
      if (isFinal(error)) throw error;
    }
  }
}

/**
 * Sends the report of a payment until somebody has heard it, for the money may be gone: `onLost` is called when the first answer
 * does not come. Throws what the server refuses.
 */
export async function untilHeard<Answer>(send: () => Promise<Answer>, onLost: () => void): Promise<Answer> {
  try {
    return await send();
  } catch (error) {
    if (isRefusal(error)) throw error;
    onLost();
    return askUntil(send, () => true, isRefusal);
  }
}

const timeOrReturn = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    const goOn = () => {
      clearTimeout(timer);
      globalThis.removeEventListener?.('online', goOn);
      globalThis.removeEventListener?.('visibilitychange', goOnIfSeen);
      resolve();
    };
    const goOnIfSeen = () => document.visibilityState === 'visible' && goOn();
    const timer = setTimeout(goOn, milliseconds);
    globalThis.addEventListener?.('online', goOn);
    globalThis.addEventListener?.('visibilitychange', goOnIfSeen);
  });
