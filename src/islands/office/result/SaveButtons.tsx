import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { Sheet } from '#contract/operation-result.ts';
import { officeScreenMessages as text } from '#messages/office-screens.ts';
import { saveFile } from '#stores/lib/download.ts';
import { createXlsxSaver } from '#stores/office/spreadsheet.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorText } from '#ui/FieldFrame.tsx';

interface SaveCsvProps {
  lines: string[];
  name: string;
}

interface SaveButtonsProps extends SaveCsvProps {
  sheet: Sheet;
}

export function SaveButtons({ lines, sheet, name }: SaveButtonsProps) {
  const [saveXlsx] = useState(createXlsxSaver);
  const { isBusy, error } = useStore(saveXlsx.$state);
  return (
    <>
      <div className="office-buttons">
        <SaveCsv lines={lines} name={name} />
        <Button kind="secondary" small busy={isBusy} onClick={() => void saveXlsx.run(name, sheet)}>
          {text.saveXlsx}
        </Button>
      </div>
      <ErrorText error={error} />
    </>
  );
}

export const SaveCsv = ({ lines, name }: SaveCsvProps) => (
  <Button
    kind="secondary"
    small
    onClick={() => saveFile(`${name}.csv`, 'text/csv', `${lines.join('\n')}\n`)}
  >
    {text.saveCsv}
  </Button>
);
