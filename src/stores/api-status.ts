import { fetchGenres } from '#api/catalogue.ts';
import { ApiError } from '#api/errors.ts';

const ASK_AGAIN_MS = 10_000;
let answer: { at: number; isOpen: Promise<boolean> } | null = null;

/** Whether the API answers, so that one can book now. Asked at most every ten seconds. */
export function isCounterOpen(now: number = Date.now()): Promise<boolean> {
  if (!answer || now - answer.at >= ASK_AGAIN_MS) answer = { at: now, isOpen: knock() };
  return answer.isOpen;
}

/** A refusal is an answer; silence and a broken server are not. */
const knock = () =>
  fetchGenres().then(
    () => true,
    (error: unknown) => error instanceof ApiError && error.status < 500,
  );
