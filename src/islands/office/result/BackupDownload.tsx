import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { officeScreenMessages as text } from '#messages/office-screens.ts';
import { createBackupDownload } from '#stores/office/backup.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorText } from '#ui/FieldFrame.tsx';

export function BackupDownload({ backup }: { backup: string }) {
  const [download] = useState(() => createBackupDownload(backup));
  const { isBusy, error } = useStore(download.$state);
  return (
    <div className="office-section">
      <div className="office-buttons">
        <Button kind="secondary" small busy={isBusy} onClick={() => void download.run(true)}>
          {text.downloadBackup}
        </Button>
        <Button kind="secondary" small busy={isBusy} onClick={() => void download.run(false)}>
          {text.downloadDatabase}
        </Button>
      </div>
      <p className="small">{text.downloadNote}</p>
      <ErrorText error={error} />
    </div>
  );
}
