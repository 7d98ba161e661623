import type { SyntheticEvent } from 'react';
import {
  type FieldValues,
  type Path,
  type PathValue,
  useForm,
  type UseFormProps,
  type UseFormReturn,
} from 'react-hook-form';
import { TEXT_FIELD } from './use-silent-input.ts';

/**
 * `useForm` of react-hook-form, whose `handleSubmit` first reads the fields of the form: password
 * managers and autofill may write into a field without an event.
 */
export function useFieldForm<Draft extends FieldValues, Context = unknown, Sent = Draft>(
  options: UseFormProps<Draft, Context, Sent>,
): UseFormReturn<Draft, Context, Sent> {
  const form = useForm<Draft, Context, Sent>(options);
  const handleSubmit: typeof form.handleSubmit = (onValid, onInvalid) => (event) => {
    readFields(form, event as SyntheticEvent<HTMLElement> | undefined);
    return form.handleSubmit(onValid, onInvalid)(event);
  };
  return { ...form, handleSubmit };
}

function readFields<Draft extends FieldValues>(
  { getValues, setValue }: Pick<UseFormReturn<Draft>, 'getValues' | 'setValue'>,
  event: SyntheticEvent<HTMLElement> | undefined,
): void {
  const fields =
    event?.currentTarget
      .closest('form')
      ?.querySelectorAll<HTMLInputElement>(`${TEXT_FIELD}, select`) ?? [];
  for (const { name, value } of fields) {
    const known: unknown = name && getValues(name as Path<Draft>);
    if (typeof known === 'string' && known !== value)
      setValue(name as Path<Draft>, value as PathValue<Draft, Path<Draft>>);
  }
}
