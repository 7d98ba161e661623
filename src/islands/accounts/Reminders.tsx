import { useStore } from '@nanostores/react';
import { useId } from 'react';
import { accountMessages as text } from '#messages/accounts.ts';
import { $reminders, setReminders } from '#stores/reminders.ts';
import { ErrorText } from '#ui/FieldFrame.tsx';
import { ProfileAwaited } from './ProfileAwaited.tsx';

/** Whether the house writes before a window opens; saved at once. */
export const Reminders = () => (
  <ProfileAwaited room="h-18">{({ emailId }) => <ReminderSwitch hasAddress={Boolean(emailId)} />}</ProfileAwaited>
);

function ReminderSwitch({ hasAddress }: { hasAddress: boolean }) {
  const isOn = useStore($reminders);
  const { status, error } = useStore(setReminders.$state);
  const id = useId();
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap items-center gap-x-4">
        <label className="flex min-h-11 items-center gap-3 font-semibold">
          <input
            type="checkbox"
            checked={isOn}
            aria-describedby={id}
            onChange={(event) => void setReminders.run(event.target.checked)}
          />
          {text.remind}
        </label>
        <p className="sm text-good" role="status">
          {status === 'success' && (isOn ? text.remindersOn : text.remindersOff)}
        </p>
      </div>
      <p className="soft" id={id}>
        {text.remindLead} {!hasAddress && text.remindNowhere}
      </p>
      <ErrorText error={error} />
    </div>
  );
}
