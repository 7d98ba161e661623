import type { Config } from '#server/config/config.ts';
import type { Place } from './desk.ts';

/** What asks the house's own stand-ins for the providers, in this process, and what they tell the house; both are brought when the first is asked. */
export function openStandIns(config: Config, here: () => Place) {
  async function bring() {
    const { openOutside } = await import('../outside.ts');
    const { appOf } = await import('#server/house.ts');
    const outside = openOutside(config, { fetch: within });
    const { deps, database } = here();
    return { outside, app: appOf(deps, database, outside.app) };
  }
  let brought: ReturnType<typeof bring> | undefined;
  const within: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    if (!request.url.startsWith(config.origin)) return fetch(request);
    const { app } = await (brought ??= bring());
    return app.request(request);
  };

  return {
    fetch: within,
    async close() {
      const outside = (await brought)?.outside;
      await outside?.idle();
      outside?.close();
    },
  };
}
