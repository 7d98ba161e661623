import { useId } from 'react';
import { ErrorText, fieldAria, type FieldText } from '#ui/FieldFrame.tsx';

interface OfferedValuesProps extends FieldText {
  offeredValues: { value: string; label: string }[];
  /** With commas between the chosen values. */
  value: string;
  onChange: (value: string) => void;
}

/** A checkbox for each value that a field accepts. */
export function OfferedValues({
  label,
  hint,
  error,
  offeredValues,
  value,
  onChange,
}: OfferedValuesProps) {
  const id = useId();
  const chosen = value.split(',').filter(Boolean);
  const choose = (each: string, isChosen: boolean) =>
    onChange(
      offeredValues
        .map((offered) => offered.value)
        .filter((other) => (other === each ? isChosen : chosen.includes(other)))
        .join(','),
    );
  return (
    <fieldset
      className="field office-many"
      aria-describedby={fieldAria(id, { hint, error })['aria-describedby']}
    >
      <legend className="label">{label}</legend>
      {offeredValues.map((each) => (
        <label key={each.value} className="office-flag">
          <input
            type="checkbox"
            checked={chosen.includes(each.value)}
            onChange={({ target }) => choose(each.value, target.checked)}
          />
          <span>{each.label}</span>
        </label>
      ))}
      {hint && (
        <p className="small text-soft" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <ErrorText id={`${id}-error`} error={error} />
    </fieldset>
  );
}
