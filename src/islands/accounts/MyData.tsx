import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { accountMessages as text } from '#messages/accounts.ts';
import { downloadData } from '#stores/accounts/account-data.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorText } from '#ui/FieldFrame.tsx';
import { DeleteAccount } from './DeleteAccount.tsx';

export function MyData() {
  const { status, error } = useStore(downloadData.$state);
  const [isDeleteOpen, setDeleteOpen] = useState(false);
  return (
    <div className="grid justify-items-start gap-7">
      <div className="grid justify-items-start gap-3">
        <p className="text-soft">{text.yourDataLead}</p>
        <Button
          kind="secondary"
          busy={status === 'process'}
          busyLabel={text.downloading}
          onClick={() => downloadData.run()}
        >
          {text.download}
        </Button>
        <ErrorText error={error} />
      </div>
      <div className="grid justify-items-start gap-3">
        <p className="text-soft">{text.deleteLead}</p>
        <Button
          kind="secondary"
          className="border-bad text-bad hover:border-bad"
          onClick={() => setDeleteOpen(true)}
        >
          {text.deleteAccount}
        </Button>
      </div>
      <DeleteAccount open={isDeleteOpen} onClose={() => setDeleteOpen(false)} />
    </div>
  );
}
