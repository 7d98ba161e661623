const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 30_000;
const GROWTH = 1.5;

/**
 * Asks until the answer is decided, first after two seconds, then ever more slowly, and gives that answer.
 * A question that stays without an answer is asked again; only an error for which `isFinal` ends the watch is thrown.
 */
export async function askUntil<Answer>(
  ask: () => Promise<Answer>,
  isDecided: (answer: Answer) => boolean,
  isFinal: (error: unknown) => boolean = () => false,
): Promise<Answer> {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(LONGEST_WAIT_MS, wait * GROWTH)) {
    await new Promise((resolve) => setTimeout(resolve, wait));
    try {
      const answer = await ask();
      if (isDecided(answer)) return answer;
    } catch (error) {
      if (isFinal(error)) throw error;
    }
  }
}
