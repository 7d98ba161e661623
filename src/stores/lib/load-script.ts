const scripts = new Map<string, Promise<void>>();

/** Loads a script once; one that did not come is asked for again the next time. */
export function loadScript(src: string): Promise<void> {
  const known = scripts.get(src);
  if (known) return known;
  const loading = new Promise<void>((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src, async: true });
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
