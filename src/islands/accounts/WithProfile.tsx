import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { accountMessages as text } from '#messages/accounts.ts';
import { commonMessages } from '#messages/common.ts';
import { $profile, loadProfile, type User } from '#stores/accounts.ts';
import { ErrorBox } from '#ui/Boxes.tsx';
import { Button } from '#ui/Button.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';

/** What needs the profile, once it is there; `room` is the height that it will take. */
export function ProfileAwaited({ room, children }: { room: string; children: (user: User) => ReactNode }) {
  const { status, user, why } = useStore($profile);
  if (user) return children(user);
  if (status === 'process') return <Skeleton className={room} label={commonMessages.loading} />;
  return (
    <ErrorBox title={text.profileFailed} sentence={why || undefined}>
      <Button kind="line" onClick={loadProfile}>
        {text.tryAgain}
      </Button>
    </ErrorBox>
  );
}
