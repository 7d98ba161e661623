import type { KeyboardEvent } from 'react';
import { catalogueMessages as text } from '#messages/catalogue.ts';
import { PopupField, usePopup } from '#ui/Picker.tsx';

interface Choice {
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
  const popup = usePopup();
  const names = choices
    .filter((choice) => chosen.includes(choice.value))
    .map((choice) => choice.label);
  const toggle = (value: string) =>
    onChange(chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value]);

  return (
    <PopupField
      popup={popup}
      label={label}
      value={
        <>
          <span className={names.length > 0 ? '' : 'text-soft'}>
            {names.join(', ') || placeholder}
          </span>
          {/* The box has room for two names. */}
          {names.length > 2 && <b className="count">{names.length}</b>}
        </>
      }
      role="group"
      onOpenKeyDown={moveFocus}
    >
      <p className="heading-3 text-ink min-[37.5rem]:hidden" aria-hidden="true">
        {label}
      </p>
      <ul>
        {choices.map(({ value, label: name, nativeName }) => (
          <li key={value}>
            <label>
              <input
                type="checkbox"
                checked={chosen.includes(value)}
                onChange={() => toggle(value)}
              />
              <span>{name}</span>
              {nativeName && (
                <span className="text-soft" lang={nativeName.lang}>
                  {nativeName.text}
                </span>
              )}
            </label>
          </li>
        ))}
      </ul>
      <button className="button done" type="button" onClick={popup.close}>
        {text.done}
      </button>
    </PopupField>
  );
}

/** Arrow keys move the focus between the check boxes, in a circle. */
function moveFocus(event: KeyboardEvent) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const boxes = [...event.currentTarget.querySelectorAll('input')];
  const focused = boxes.findIndex((box) => box === document.activeElement);
  const next = focused < 0 && step < 0 ? boxes.at(-1) : boxes.at((focused + step) % boxes.length);
  next?.focus();
}
