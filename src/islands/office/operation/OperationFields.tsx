import { useId } from 'react';
import type { OperationDescription } from '#contract/office.ts';
import { officeScreenMessages as text } from '#messages/office-screens.ts';
import { hasChoices } from '#stores/office/choices.ts';
import { type FormValues, textOf } from '#stores/office/input.ts';
import { Field, TextArea } from '#ui/Field.tsx';
import { ErrorText, fieldAria, type FieldText } from '#ui/FieldFrame.tsx';
import { AddChoice, ChoiceField } from './ChoiceField.tsx';
import type { CaptionUploads } from '#stores/office/captions.ts';
import type { FileUpload } from '#stores/office/upload.ts';
import { CaptionsField } from './CaptionsField.tsx';
import { OfferedValues } from './OfferedValues.tsx';
import { FileField } from './FileField.tsx';
import { FocusPicture } from './FocusPicture.tsx';

type OperationField = OperationDescription['fields'][number];

interface OperationFieldsProps {
  fields: OperationField[];
  values: FormValues;
  fieldErrors: Record<string, string>;
  uploads?: Record<string, FileUpload | CaptionUploads>;
  onChange: (name: string, value: string | boolean) => void;
  onChoose?: (() => void) | undefined;
  /** While a change runs. */
  isInert?: boolean;
}

export const OperationFields = ({
  fields,
  values,
  fieldErrors,
  uploads = {},
  onChange,
  onChoose,
  isInert = false,
}: OperationFieldsProps) => (
  <div className="office-fields" inert={isInert}>
    {fields.map((field) => {
      const { name } = field;
      const fieldProps = { field, error: fieldErrors[name] };
      const upload = uploads[name];
      if (upload && '$rows' in upload)
        return <CaptionsField key={name} {...fieldProps} uploads={upload} />;
      if (upload) return <FileField key={name} {...fieldProps} upload={upload} />;
      return field.kind === 'flag' ? (
        <FlagField
          key={name}
          {...fieldProps}
          isSet={values[name] === true}
          onChange={(isSet) => onChange(name, isSet)}
        />
      ) : (
        <TextField
          key={name}
          {...fieldProps}
          value={textOf(values, name)}
          focusUpload={field.focusOf && uploads[field.focusOf.fileInput]}
          onChange={(typed) => onChange(name, typed)}
          onChoose={onChoose}
        />
      );
    })}
  </div>
);

interface FieldProps<Value> {
  field: OperationField;
  error: string | undefined;
  onChange: (value: Value) => void;
}

/** Names of fields that get a text area. */
const LONG_TEXT = /^(synopsis|reason|message|note)/i;
const CONTENT_ROWS = 18;

interface TextFieldProps extends FieldProps<string> {
  value: string;
  /** Of the picture whose focal point is typed. */
  focusUpload: FileUpload | CaptionUploads | undefined;
  onChoose: (() => void) | undefined;
}

function TextField({ field, error, value, focusUpload, onChange, onChoose }: TextFieldProps) {
  const { name, kind, about, isRequired } = field;
  const common = {
    label: isRequired ? text.required(field.label) : field.label,
    hint: kind === 'list' ? [about, text.listHint].filter(Boolean).join(' ') : about,
    error,
    name,
    value,
    'aria-required': isRequired,
  };
  const { choices, focusOf, offeredValues } = field;
  if (offeredValues)
    return (
      <OfferedValues
        label={common.label}
        hint={about}
        {...{ error, offeredValues, value, onChange }}
      />
    );
  if (focusOf && focusUpload && '$state' in focusUpload)
    return (
      <div className="office-many">
        <PlainField field={field} common={common} onChange={onChange} />
        <FocusPicture
          label={field.label}
          imageKind={focusOf.imageKind}
          upload={focusUpload}
          {...{ value, onChange }}
        />
      </div>
    );
  if (choices && hasChoices(field) && !choices.isMany)
    return (
      <ChoiceField
        {...common}
        field={field}
        isRequired={isRequired}
        onChange={onChange}
        onChoose={(choice) => {
          onChange(choice.value);
          onChoose?.();
        }}
      />
    );
  if (choices && hasChoices(field))
    return (
      <div className="office-many">
        <PlainField field={field} common={common} onChange={onChange} />
        <AddChoice field={field} label={field.label} value={value} onChange={onChange} />
      </div>
    );
  return <PlainField field={field} common={common} onChange={onChange} />;
}

interface PlainFieldProps {
  field: OperationField;
  common: FieldText & { name: string; value: string; 'aria-required': boolean };
  onChange: (typed: string) => void;
}

function PlainField({ field: { name, kind }, common, onChange }: PlainFieldProps) {
  if (kind === 'text' && !LONG_TEXT.test(name))
    return (
      <Field {...common} autoComplete="off" onChange={({ target }) => onChange(target.value)} />
    );
  const rows = kind === 'content' ? CONTENT_ROWS : 3;
  return <TextArea {...common} rows={rows} onChange={({ target }) => onChange(target.value)} />;
}

function FlagField({ field, error, isSet, onChange }: FieldProps<boolean> & { isSet: boolean }) {
  const id = useId();
  const { about: hint } = field;
  return (
    <div className="field">
      <label className="office-flag">
        <input
          type="checkbox"
          checked={isSet}
          onChange={({ target }) => onChange(target.checked)}
          {...fieldAria(id, { hint, error })}
        />
        <span>{field.label}</span>
      </label>
      {hint && (
        <p className="small text-soft" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <ErrorText id={`${id}-error`} error={error} />
    </div>
  );
}
