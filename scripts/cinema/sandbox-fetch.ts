import type { Config } from '#server/config/config.ts';
import type { ServerHandle } from './server-command-context.ts';

/**
 * Creates a `fetch` that answers requests to the server's own address in this process: provider
 * sandboxes and their webhooks. The sandboxes are opened at the first such request.
 */
export function createSandboxFetch(config: Config, getServer: () => ServerHandle) {
  async function openSandboxes() {
    const { openProviderSandboxes } = await import('../provider-sandboxes.ts');
    const { webApp } = await import('#server/server.ts');
    const sandboxes = openProviderSandboxes(config, { fetch: sandboxFetch });
    const { deps, database } = getServer();
    return { sandboxes, app: webApp(deps, database, { sandbox: sandboxes.app }) };
  }
  let opened: ReturnType<typeof openSandboxes> | undefined;
  const sandboxFetch: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    if (!request.url.startsWith(config.origin)) return fetch(request);
    const { app } = await (opened ??= openSandboxes());
    return app.request(request);
  };

  return {
    fetch: sandboxFetch,
    async close() {
      const sandboxes = (await opened)?.sandboxes;
      await sandboxes?.waitUntilIdle();
      sandboxes?.close();
    },
  };
}
