import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { accountMessages as text } from '#messages/accounts.ts';
import { commonMessages } from '#messages/common.ts';
import { sessionMessages } from '#messages/session.ts';
import { $profile, loadProfile, type User } from '#stores/accounts.ts';
import { signOut } from '#stores/session.ts';
import { ErrorBox } from '#ui/Boxes.tsx';
import { Button } from '#ui/Button.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';

export function Profile() {
  const { status, user } = useStore($profile);
  useEffect(() => void loadProfile(), []);
  return (
    <div className="grid max-w-[560px] gap-7">
      <header className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0">
          <h1 className="d2">{text.myProfile}</h1>
          <p className="soft mt-1 wrap-anywhere">{[user && nameOf(user), user?.emailId].filter(Boolean).join(' · ')}</p>
        </div>
        <Button kind="line" small onClick={signOut}>
          {sessionMessages.signOut}
        </Button>
      </header>
      {user && <Facts user={user} />}
      {status === 'process' && <Skeleton className="h-[276px]" label={commonMessages.loading} />}
      {status === 'error' && (
        <ErrorBox title={text.profileFailed}>
          <Button kind="line" onClick={loadProfile}>
            {text.tryAgain}
          </Button>
        </ErrorBox>
      )}
    </div>
  );
}

const nameOf = ({ firstName, lastName }: User) => [firstName, lastName].filter(Boolean).join(' ');
const mobileOf = ({ dialCode, mobile }: User) =>
  mobile && [dialCode && `+${dialCode}`, mobile].filter(Boolean).join(' ');
/** Spec §2: 0 is Male, anything else Female, and nothing is a dash. */
const genderOf = ({ gender }: User) => (gender === null ? null : gender === 0 ? text.male : text.female);

function Facts({ user }: { user: User }) {
  const facts = [
    [text.name, nameOf(user)],
    [text.email, user.emailId],
    [text.mobile, mobileOf(user)],
    [text.gender, genderOf(user)],
  ] as const;
  return (
    <dl className="border-t border-line">
      {facts.map(([name, value]) => (
        <div key={name} className="grid gap-1 border-b border-line py-3.5 sm:grid-cols-[160px_1fr]">
          <dt className="soft">{name}</dt>
          <dd className="num wrap-anywhere" dir="auto">
            {value || text.none}
          </dd>
        </div>
      ))}
    </dl>
  );
}
