import type { Config } from '../../../config/config.ts';
import { akamaiSigner } from './akamai.ts';
import { bunnySigner } from './bunny.ts';
import { cloudfrontSigner } from './cloudfront.ts';
import { ownSigner } from './own.ts';
import type { FolderSigner } from './signed-folder.ts';

/** Signs for the delivery network of the settings, or for the house's own files. */
export function folderSigner({ mediaCdn, secrets }: Pick<Config, 'mediaCdn' | 'secrets'>): FolderSigner {
  switch (mediaCdn?.kind) {
    case 'bunny':
      return bunnySigner(mediaCdn);
    case 'akamai':
      return akamaiSigner(mediaCdn);
    case 'cloudfront':
      return cloudfrontSigner(mediaCdn);
    default:
      return ownSigner(secrets.tokenSecret);
  }
}
