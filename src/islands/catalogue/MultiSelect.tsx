import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { catalogueMessages as text } from '#messages/catalogue.ts';
import { Icon } from './icons.tsx';

export interface Choice {
  value: string;
  label: string;
  nativeName?: { text: string; lang: string } | undefined;
}

interface MultiSelectProps {
  label: string;
  placeholder: string;
  choices: Choice[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** A button that opens a list of check boxes. */
export function MultiSelect({ label, placeholder, choices, chosen, onChange }: MultiSelectProps) {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const names = choices.filter((choice) => chosen.includes(choice.value)).map((choice) => choice.label);
  const toggle = (value: string) =>
    onChange(chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value]);

  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  // In some browsers a touch outside the list moves no focus.
  useEffect(() => {
    if (!isOpen) return undefined;
    const closeOutside = ({ target }: PointerEvent) => !root.current?.contains(target as Node) && setOpen(false);
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [isOpen]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isOpen) close();
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || !isOpen) return;
    event.preventDefault();
    stepFocus(event.currentTarget, step);
  };

  return (
    <div
      ref={root}
      className="field"
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}
      onKeyDown={onKeyDown}
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
          id={`${id}-button`}
          aria-labelledby={`${id}-label ${id}-button`}
          onClick={() => setOpen(!isOpen)}
        >
          <span className={names.length > 0 ? '' : 'soft'}>{names.join(', ') || placeholder}</span>
          {names.length > 0 && <b className="count">{names.length}</b>}
          <Icon name="down" />
        </button>
        <div
          id={`${id}-list`}
          className="list"
          role="group"
          aria-labelledby={`${id}-label`}
          hidden={!isOpen}
          tabIndex={-1}
        >
          <ul>
            {choices.map(({ value, label: name, nativeName }) => (
              <li key={value}>
                <label>
                  <input type="checkbox" checked={chosen.includes(value)} onChange={() => toggle(value)} />
                  <span>{name}</span>
                  {nativeName && (
                    <span className="soft" lang={nativeName.lang}>
                      {nativeName.text}
                    </span>
                  )}
                </label>
              </li>
            ))}
          </ul>
          <button className="btn done block" type="button" onClick={close}>
            {text.done}
          </button>
        </div>
      </div>
    </div>
  );
}

function stepFocus(field: Element, by: number) {
  const checkBoxes = [...field.querySelectorAll<HTMLElement>('input')];
  const at = checkBoxes.indexOf(document.activeElement as HTMLElement);
  checkBoxes[(Math.max(at, by > 0 ? -1 : 0) + by + checkBoxes.length) % checkBoxes.length]?.focus();
}
