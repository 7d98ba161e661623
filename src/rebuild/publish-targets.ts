import { publish, type Published } from './publish/publish.ts';
import { forgetUntold, isAnythingUntold, noteChange } from './purge/note.ts';
import { type Purge, tellCdn } from './purge/tell.ts';
import type { RebuildOptions } from './rebuild.ts';
import { type Release, releaseAt } from './release/card.ts';
import { switchTo } from './release/switch.ts';

export type Outlets = Pick<RebuildOptions, 'siteDir' | 'dataDir' | 'publisher' | 'cdn'>;

export interface BroughtOut {
  /** What was sent to where the site is published besides. */
  published: Published | null;
  /** What the delivery network was told; null when there was nothing to tell, or nobody. */
  purge: Purge | null;
}

/** Serves another release from this folder; what its network must hear of is written down first. */
export function goLive({ siteDir, dataDir, cdn }: Outlets, release: Release): void {
  if (cdn) noteChange(dataDir, releaseAt(siteDir), release);
  else forgetUntold(dataDir);
  switchTo(siteDir, dataDir, release.id);
}

/** Whether the release that is served may not have come to all its places yet. */
export const mayBeBehind = ({ dataDir, publisher, cdn }: Outlets): boolean =>
  Boolean(publisher || (cdn && isAnythingUntold(dataDir)));

/** Brings the release that is served to its other places, from wherever a rebuild before was killed or refused; the network hears of it last. */
export async function bringOut({ siteDir, dataDir, publisher, cdn }: Outlets): Promise<BroughtOut> {
  const release = releaseAt(siteDir);
  if (!release) return { published: null, purge: null };
  const published = publisher ? await publish(publisher, dataDir, release) : null;
  return { published, purge: cdn ? await tellCdn(cdn, dataDir, release.origin) : null };
}
