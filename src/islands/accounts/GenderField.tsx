import { useId } from 'react';
import { accountMessages as text } from '#messages/accounts.ts';

const genders = [
  { value: 0, label: text.male },
  { value: 1, label: text.female },
];

/** For the `render` prop of react-hook-form's Controller. */
export function GenderField({
  field,
}: {
  field: { value: number; onChange: (value: number) => void };
}) {
  const name = useId();
  return (
    <fieldset className="field">
      <legend className="label">{text.gender}</legend>
      <div className="flex flex-wrap gap-x-5">
        {genders.map(({ value, label }) => (
          <label key={value} className="flex min-h-11 items-center gap-2.5 pr-2.5 font-normal">
            <input
              type="radio"
              name={name}
              checked={value === field.value}
              onChange={() => field.onChange(value)}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
