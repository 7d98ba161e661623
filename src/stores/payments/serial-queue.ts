/** Each task starts after the previous one has settled. */
export function createSerialQueue() {
  let last: Promise<unknown> = Promise.resolve();
  return <Result>(task: () => Promise<Result>): Promise<Result> => {
    const next = last.then(task, task);
    last = next;
    return next;
  };
}
