import { networksOf } from './caller.ts';
import type { Deps } from './deps.ts';
import type { Limit } from './rate-limits.ts';

/** Chosen: outside production, callers on this machine (developers, tests) are not counted. */
export const isOwnMachine = ({ config }: Pick<Deps, 'config'>, ip: string) =>
  !config.isProduction && /^(127\.|::1$)/.test(ip);

/** A /56 may use twice the points of an address, a /48 four times. */
export const networkLimits = (deps: Pick<Deps, 'config'>, baseLimit: Limit, ip: string) =>
  isOwnMachine(deps, ip)
    ? []
    : networksOf(ip).map((network, index) => ({
        limit: index
          ? {
              ...baseLimit,
              name: `${baseLimit.name}_${index}`,
              points: baseLimit.points * 2 ** index,
            }
          : baseLimit,
        key: network,
      }));

export async function useNetworkLimits(deps: Deps, baseLimit: Limit, ip: string): Promise<void> {
  for (const { limit, key } of networkLimits(deps, baseLimit, ip))
    await deps.limits.use(limit, key);
}

export async function undoNetworkLimits(deps: Deps, baseLimit: Limit, ip: string): Promise<void> {
  for (const { limit, key } of networkLimits(deps, baseLimit, ip))
    await deps.limits.undoUse(limit, key);
}
