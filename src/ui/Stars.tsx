import { type Ref, useId } from 'react';
import { fieldAria, ErrorText } from './FieldFrame.tsx';
import { Star } from './icons.tsx';

const MARKS = [1, 2, 3, 4, 5];

/** `part`: how much of the star is filled, from 0 to 1; rounded to a half. */
const starFill = (part: number) => ({ off: part < 0.25, half: part >= 0.25 && part < 0.75 });

/** Read-only. `label` is the text alternative. */
export const Stars = ({
  value,
  label,
  small = false,
}: {
  value: number;
  label: string;
  small?: boolean;
}) => (
  <span className={small ? 'stars small' : 'stars'} role="img" aria-label={label}>
    {MARKS.map((mark) => (
      <Star key={mark} {...starFill(value - mark + 1)} />
    ))}
  </span>
);

interface StarRatingProps {
  legend: string;
  /** 0: none chosen yet. */
  value: number;
  onChange: (value: number) => void;
  /** Name of one choice, such as `4 stars`. */
  nameOf: (mark: number) => string;
  error?: string | undefined;
  /** The radio that gets the focus on an error. */
  ref?: Ref<HTMLInputElement>;
}

/** Radios, drawn as stars. */
export function StarRating({ legend, value, onChange, nameOf, error, ref }: StarRatingProps) {
  const id = useId();
  return (
    <fieldset
      className={error ? 'field invalid' : 'field'}
      role="radiogroup"
      {...fieldAria(id, { error })}
    >
      <legend className="label">{legend}</legend>
      <div className="rating-input flex flex-wrap">
        {MARKS.map((mark) => (
          <label
            key={mark}
            className="relative cursor-pointer rounded-small has-focus-visible:outline-3 has-focus-visible:outline-action"
          >
            <input
              ref={mark === (value || 1) ? ref : undefined}
              className="sr-only"
              type="radio"
              name={id}
              checked={mark === value}
              onChange={() => onChange(mark)}
              aria-label={nameOf(mark)}
            />
            <Star off={mark > value} />
          </label>
        ))}
      </div>
      <ErrorText id={`${id}-error`} error={error} />
    </fieldset>
  );
}
