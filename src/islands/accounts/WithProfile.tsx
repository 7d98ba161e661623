import { useStore } from '@nanostores/react';
import { accountMessages as text } from '#messages/accounts.ts';
import { $profile, loadProfile, type User } from '#stores/accounts/accounts.ts';
import type { Elements } from '#ui/elements.ts';
import { LoadError, Loading } from '../loading/LoadStates.tsx';

/** Renders the children once the profile is loaded. `height` is the skeleton's height class. */
export function WithProfile({
  height,
  children,
}: {
  height: string;
  children: (user: User) => Elements;
}) {
  const { status, user, unavailableText } = useStore($profile);
  if (user) return children(user);
  if (status === 'process') return <Loading className={height} />;
  return <LoadError title={text.profileFailed} sentence={unavailableText} onRetry={loadProfile} />;
}
