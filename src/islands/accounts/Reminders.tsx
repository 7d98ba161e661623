import { useStore } from '@nanostores/react';
import { useId } from 'react';
import { accountMessages as text } from '#messages/accounts.ts';
import { href } from '#routes.ts';
import { $reminders, setReminders } from '#stores/accounts/reminders.ts';
import { ErrorText } from '#ui/FieldFrame.tsx';
import { WithProfile } from './WithProfile.tsx';

export const Reminders = () => (
  <WithProfile height="h-18">
    {({ emailId }) => <ReminderSwitch hasEmail={Boolean(emailId)} />}
  </WithProfile>
);

function ReminderSwitch({ hasEmail }: { hasEmail: boolean }) {
  const isOn = useStore($reminders);
  const { status, error } = useStore(setReminders.$state);
  const id = useId();
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap items-center gap-x-4">
        <label className="flex min-h-11 items-center gap-3 font-semibold has-disabled:text-soft">
          <input
            type="checkbox"
            checked={isOn && hasEmail}
            disabled={!hasEmail}
            aria-describedby={id}
            onChange={(event) => void setReminders.run(event.target.checked)}
          />
          <span>{text.remind}</span>
        </label>
        <p className="small text-good" role="status">
          {status === 'success' && (isOn ? text.remindersOn : text.remindersOff)}
        </p>
      </div>
      <p className="text-soft" id={id}>
        <span>{text.remindLead}</span>{' '}
        {!hasEmail && (
          <>
            <span>{text.reminderNeedsEmail}</span>{' '}
            <a className="underline" href={href('userInfo')}>
              {text.addEmail}
            </a>
          </>
        )}
      </p>
      <ErrorText error={error} />
    </div>
  );
}
