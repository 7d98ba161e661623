const scripts = new Map<string, Promise<void>>();

/**
 * Loads a script once; a later call retries a failed one. `data`: data attributes. Throws if it
 * does not load.
 */
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
      reject(new Error(`${src} did not load`));
    };
    document.head.append(script);
  });
  scripts.set(src, loading);
  return loading;
}
