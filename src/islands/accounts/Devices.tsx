import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { accountMessages as text } from '#messages/accounts.ts';
import { commonMessages } from '#messages/common.ts';
import { signOut } from '#stores/session.ts';
import { $sessions, loadSessions, signOutOthers, signOutThere, type Session } from '#stores/sessions.ts';
import { ErrorBox } from '#ui/Boxes.tsx';
import { Button } from '#ui/Button.tsx';
import { ErrorText } from '#ui/FieldFrame.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { deviceOf, lastSeenOf, placeOf } from './device-words.ts';

/** The active sessions, each with its sign-out. */
export function Devices() {
  const { status, sessions, error } = useStore($sessions);
  const one = useStore(signOutThere.$state);
  const all = useStore(signOutOthers.$state);
  useEffect(() => void loadSessions(), []);
  const list = useRef<HTMLUListElement>(null);
  // The button that was pressed has gone with its row.
  const stay = (isOver = false) => isOver && list.current?.focus();
  const others = sessions.filter(({ isCurrent }) => !isCurrent);
  return (
    <>
      {status === 'process' && sessions.length === 0 && <Skeleton className="h-23" label={commonMessages.loading} />}
      {status === 'error' && (
        <ErrorBox title={text.devicesFailed} sentence={error}>
          <Button kind="line" onClick={loadSessions}>
            {text.tryAgain}
          </Button>
        </ErrorBox>
      )}
      {sessions.length > 0 && (
        <ul ref={list} tabIndex={-1} aria-label={text.devices} className="border-t border-line">
          {sessions.map((session) => (
            <Device
              key={session.sessionId}
              session={session}
              busy={one.status === 'process'}
              onEnd={() => void signOutThere.run(session).then(stay)}
            />
          ))}
        </ul>
      )}
      <ErrorText error={one.error || all.error} />
      {others.length > 1 && (
        <Button
          kind="line"
          className="mt-4"
          busy={all.status === 'process'}
          onClick={() => void signOutOthers.run().then(stay)}
        >
          {text.signOutOthers}
        </Button>
      )}
    </>
  );
}

function Device({ session, busy, onEnd }: { session: Session; busy: boolean; onEnd: () => void }) {
  const device = deviceOf(session);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-3.5">
      <div className="min-w-0 flex-[1_1_14rem]">
        <p className="flex flex-wrap items-center gap-x-2.5 font-semibold wrap-anywhere">
          {device}
          {session.isCurrent && <span className="sm font-medium text-good">{text.thisDevice}</span>}
        </p>
        <p className="sm soft wrap-anywhere">{placeOf(session)}</p>
        <p className="sm soft">{lastSeenOf(session)}</p>
      </div>
      {/* Chosen: to sign out here is the same as Sign out at the top. */}
      <Button
        kind="line"
        small
        busy={busy}
        aria-label={text.signOutOf(session.isCurrent ? text.thisDevice : device)}
        onClick={() => (session.isCurrent ? signOut() : onEnd())}
      >
        {text.signOutThere}
      </Button>
    </li>
  );
}
