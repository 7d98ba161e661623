import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { officeScreenMessages as text } from '#messages/office-screens.ts';
import { createEvidenceDownload } from '#stores/office/evidence.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorText } from '#ui/FieldFrame.tsx';

export function EvidenceDownload({ disputeId }: { disputeId: string }) {
  const [download] = useState(() => createEvidenceDownload(disputeId));
  const { isBusy, error } = useStore(download.$state);
  return (
    <div className="office-section">
      <div className="office-buttons">
        <Button kind="secondary" small busy={isBusy} onClick={() => void download.run()}>
          {text.downloadEvidence}
        </Button>
      </div>
      <p className="small">{text.evidenceNote}</p>
      <ErrorText error={error} />
    </div>
  );
}
