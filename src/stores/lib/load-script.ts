const scripts = new Map<string, Promise<void>>();

/** A provider's script did not load or did not define its API. */
export class ScriptError extends Error {
  override readonly name = 'ScriptError';
}

/** Loads a script once; a later call retries a failed one. `data`: data attributes. Throws `ScriptError`. */
export function loadScript(src: string, data: Record<string, string> = {}): Promise<void> {
  const started = scripts.get(src);
  if (started) return started;
  const loading = new Promise<void>((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src, async: true });
    Object.assign(script.dataset, data);
    script.onload = () => resolve();
    script.onerror = () => {
      scripts.delete(src);
      script.remove();
      reject(new ScriptError(`${src} did not load`));
    };
    document.head.append(script);
  });
  scripts.set(src, loading);
  return loading;
}
