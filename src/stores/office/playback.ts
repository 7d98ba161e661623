import * as api from '#api/office.ts';
import { randomKey, resolveUrl } from '#api/http.ts';
import { withReauthentication } from './reauthentication.ts';
import { $session } from './office.ts';
import { createPlayLease } from '../playback/play-lease.ts';
import { openPlayer } from '../playback/playback.ts';

const memberName = () => {
  const session = $session.get();
  return session.state === 'signedIn' ? session.member.name : '';
};

/**
 * Plays the film of a package for the member, also if viewers cannot see the film. No play is
 * recorded.
 */
export const playPackage = (packageKey: string, movieName: string) =>
  openPlayer(
    { movieName, movieNameEn: null, primaryLanguage: '', order: null },
    async (onRejected) => {
      const { title, master, movieUrl, renewalToken, ...opened } = await withReauthentication(() =>
        api.openPackagePlayback(packageKey),
      );
      const url = resolveUrl(movieUrl, 'office');
      const renewLease = () => api.renewPackagePlayback(packageKey, renewalToken);
      return {
        id: randomKey(),
        identity: memberName(),
        url,
        master,
        title,
        poster: null,
        startAt: 0,
        lease: createPlayLease({ ...opened, url }, renewLease, onRejected),
        record: null,
      };
    },
  );
