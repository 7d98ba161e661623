import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { fromWire } from '#domain/dates.ts';
import { countryName } from '#domain/format/country-name.ts';
import { displayShortMoment } from '#domain/format/dates.ts';
import { accountMessages as text } from '#messages/accounts.ts';
import { logOut } from '#stores/session/session.ts';
import {
  $sessions,
  loadSessions,
  signOutOtherDevices,
  signOutDevice,
  type Session,
} from '#stores/accounts/sessions.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorText } from '#ui/FieldFrame.tsx';
import { LoadError, Loading } from '../loading/LoadStates.tsx';

export function Devices() {
  const { status, sessions, error } = useStore($sessions);
  const signOutState = useStore(signOutDevice.$state);
  const signOutOthersState = useStore(signOutOtherDevices.$state);
  useEffect(() => void loadSessions(), []);
  const list = useRef<HTMLUListElement>(null);
  // The pressed button disappears: with its row, or because no other device remains.
  const focusList = (isSignedOut = false) => isSignedOut && list.current?.focus();
  const otherSessions = sessions.filter(({ isCurrent }) => !isCurrent);
  return (
    <>
      {status === 'process' && sessions.length === 0 && <Loading className="h-23" />}
      {status === 'error' && (
        <LoadError title={text.devicesFailed} sentence={error} onRetry={loadSessions} />
      )}
      {sessions.length > 0 && (
        <ul ref={list} tabIndex={-1} aria-label={text.devices} className="border-t border-line">
          {sessions.map((session) => (
            <Device
              key={session.sessionId}
              session={session}
              busy={signOutState.status === 'process'}
              onSignOutOther={() => void signOutDevice.run(session).then(focusList)}
            />
          ))}
        </ul>
      )}
      <ErrorText error={signOutState.error || signOutOthersState.error} />
      {otherSessions.length > 1 && (
        <Button
          kind="secondary"
          className="mt-4"
          busy={signOutOthersState.status === 'process'}
          onClick={() => void signOutOtherDevices.run().then(focusList)}
        >
          {text.signOutOtherDevices}
        </Button>
      )}
    </>
  );
}

function Device({
  session,
  busy,
  onSignOutOther,
}: {
  session: Session;
  busy: boolean;
  onSignOutOther: () => void;
}) {
  const device = session.device ?? text.unknownDevice;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-3.5">
      <div className="min-w-0 flex-[1_1_9rem]">
        <p className="flex flex-wrap items-center gap-x-2.5 font-semibold wrap-anywhere">
          <span>{device}</span>
          {session.isCurrent && (
            <span className="small font-medium text-good">{text.thisDevice}</span>
          )}
        </p>
        <p className="small text-soft wrap-anywhere">{deviceLocation(session)}</p>
        <p className="small text-soft">{lastSeenText(session)}</p>
        {session.isCurrent && <p className="small text-soft">{text.logOutKeeps}</p>}
      </div>
      {/* Chosen: Logout (spec §4) has no place in the specification's screens, so it is the button of the current device. */}
      <Button
        kind="secondary"
        small
        busy={busy}
        aria-label={session.isCurrent ? text.logOutOfThis : text.signOutOf(device)}
        onClick={() => (session.isCurrent ? logOut() : onSignOutOther())}
      >
        {session.isCurrent ? text.logOut : text.signOutDevice}
      </Button>
    </li>
  );
}

/** `India · 203.0.113.7` */
const deviceLocation = ({ country, ipAddress }: Session) =>
  [country && countryName(country), ipAddress].filter(Boolean).join(' · ') || text.unknownPlace;

function lastSeenText({ isCurrent, lastSeenOn }: Session) {
  if (isCurrent) return text.seenNow;
  const seen = fromWire(lastSeenOn);
  return seen ? text.lastSeen(displayShortMoment(seen)) : '';
}
