import { useId } from 'react';
import { ErrorText } from './FieldFrame.tsx';

interface RadioGroupProps<Value extends string | number> {
  label: string;
  choices: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
  error?: string | undefined;
}

export function RadioGroup<Value extends string | number>({
  label,
  choices,
  value,
  onChange,
  error,
}: RadioGroupProps<Value>) {
  const name = useId();
  return (
    <fieldset className={error ? 'field invalid' : 'field'}>
      <legend className="label">{label}</legend>
      <div className="flex flex-wrap gap-x-5">
        {choices.map((choice) => (
          <label key={choice.value} className="flex min-h-11 items-center gap-2.5 pr-2.5 font-normal">
            <input type="radio" name={name} checked={choice.value === value} onChange={() => onChange(choice.value)} />
            {choice.label}
          </label>
        ))}
      </div>
      <ErrorText error={error} />
    </fieldset>
  );
}
