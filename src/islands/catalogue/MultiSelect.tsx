import { useId, useRef, useState } from 'react';
import { Icon } from './icons.tsx';

export interface Choice {
  value: string;
  label: string;
  /** The name in its own script, and its language. */
  own?: { text: string; lang: string } | undefined;
}

interface MultiSelectProps {
  label: string;
  placeholder: string;
  choices: Choice[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** A button like a field that opens a list of real check boxes. */
export function MultiSelect({ label, placeholder, choices, chosen, onChange }: MultiSelectProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const names = choices.filter((choice) => chosen.includes(choice.value)).map((choice) => choice.label);
  const toggle = (value: string) => onChange(chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value]);

  return (
    <div
      className="field multi-field"
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        setOpen(false);
        button.current?.focus();
      }}
    >
      <span className="lab" id={`${id}-label`}>
        {label}
      </span>
      <div className="multi">
        <button
          ref={button}
          type="button"
          className="box"
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          aria-labelledby={`${id}-label ${id}-value`}
          onClick={() => setOpen(!isOpen)}
        >
          <span id={`${id}-value`} className={names.length > 0 ? '' : 'soft'}>
            {names.join(', ') || placeholder}
          </span>
          {names.length > 0 && <b className="count">{names.length}</b>}
          <Icon name="down" />
        </button>
        <ul id={`${id}-list`} className="list" role="group" aria-labelledby={`${id}-label`} hidden={!isOpen} tabIndex={-1}>
          {choices.map(({ value, label: name, own }) => (
            <li key={value}>
              <label>
                <input type="checkbox" checked={chosen.includes(value)} onChange={() => toggle(value)} />
                <span>{name}</span>
                {own && (
                  <span className="soft" lang={own.lang}>
                    {own.text}
                  </span>
                )}
              </label>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
