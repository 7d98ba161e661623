import { useStore } from '@nanostores/react';
import { useId, useRef } from 'react';
import type { OperationDescription } from '#contract/office.ts';
import { officeScreenMessages as text } from '#messages/office-screens.ts';
import type { CaptionUploads } from '#stores/office/captions.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { ErrorText } from '#ui/FieldFrame.tsx';
import { FileField } from './FileField.tsx';

interface CaptionsFieldProps {
  field: OperationDescription['fields'][number];
  error: string | undefined;
  uploads: CaptionUploads;
}

export function CaptionsField({ field, error, uploads }: CaptionsFieldProps) {
  const rows = useStore(uploads.$rows);
  const id = useId();
  const addButton = useRef<HTMLButtonElement>(null);
  const remove = (rowId: number) => {
    uploads.remove(rowId);
    addButton.current?.focus();
  };
  return (
    <fieldset
      className={error ? 'field office-file invalid' : 'field office-file'}
      aria-describedby={`${id}-error`}
    >
      <legend className="label">{field.label}</legend>
      {rows.map(({ rowId, language, upload, value }, index) => (
        <div key={rowId} className="office-section">
          <Field
            label={text.captionLanguage(index + 1)}
            hint={text.captionLanguageHint}
            value={language}
            error={error && !language.trim() ? text.fillIn : undefined}
            autoComplete="off"
            autoFocus
            onChange={({ target }) => uploads.setLanguage(rowId, target.value)}
          />
          <FileField
            field={{ ...field, label: text.captionFile(index + 1), about: '', isRequired: true }}
            error={error && !value ? upload.problem() || text.fillIn : undefined}
            upload={upload}
          />
          <Button kind="text" onClick={() => remove(rowId)}>
            {text.removeCaptions(index + 1)}
          </Button>
        </div>
      ))}
      <Button ref={addButton} kind="secondary" small onClick={uploads.add}>
        {text.addCaptions}
      </Button>
      <ErrorText id={`${id}-error`} error={error} />
    </fieldset>
  );
}
