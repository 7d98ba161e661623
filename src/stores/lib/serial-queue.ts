/** Gives what makes works wait for each other: each begins when the one before is over, in whatever way. */
export function createTurns() {
  let last: Promise<unknown> = Promise.resolve();
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    const next = last.then(work, work);
    last = next;
    return next;
  };
}
