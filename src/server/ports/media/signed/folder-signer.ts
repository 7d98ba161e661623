import type { Config } from '../../../config/config.ts';
import { akamaiSigner } from './akamai.ts';
import { bunnySigner } from './bunny.ts';
import { cloudfrontSigner } from './cloudfront.ts';
import { serverSigner } from './server-signer.ts';
import type { FolderSigner } from './signed-folder.ts';

export function folderSigner({
  mediaCdn,
  secrets,
}: Pick<Config, 'mediaCdn' | 'secrets'>): FolderSigner {
  switch (mediaCdn?.kind) {
    case 'bunny':
      return bunnySigner(mediaCdn);
    case 'akamai':
      return akamaiSigner(mediaCdn);
    case 'cloudfront':
      return cloudfrontSigner(mediaCdn);
    default:
      return serverSigner(secrets.tokenSecret);
  }
}
