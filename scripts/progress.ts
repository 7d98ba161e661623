const TELL_EVERY_MS = 2000;

/** Runs one step of a command: says what it does, every two seconds how far it is, and how long it took. */
export async function step<T>(label: string, work: (tell: (how: string) => void) => Promise<T>): Promise<T> {
  const started = performance.now();
  const seconds = () => `${((performance.now() - started) / 1000).toFixed(1)} s`;
  let how = '';
  console.log(`${label} …`);
  const timer = setInterval(() => console.log(`  ${how || 'working'} (${seconds()})`), TELL_EVERY_MS);
  try {
    const result = await work((text) => (how = text));
    console.log(`  done in ${seconds()}`);
    return result;
  } finally {
    clearInterval(timer);
  }
}
