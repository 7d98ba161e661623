import { type KeyboardEvent, useEffect, useState } from 'react';
import { officeScreenMessages as text } from '#messages/office-screens.ts';
import type { OperationDescription } from '#contract/office.ts';
import { type Choice, findChoices } from '#stores/office/choices.ts';
import { FieldFrame, type FieldText } from '#ui/FieldFrame.tsx';
import { Icon } from '#ui/icons.tsx';
import { useCombobox, usePopup } from '#ui/Picker.tsx';

interface ChoiceFieldProps extends FieldText {
  field: OperationDescription['fields'][number];
  name?: string;
  isRequired: boolean;
  value: string;
  onChange: (typed: string) => void;
  onChoose: (choice: Choice) => void;
}

const SEARCH_DELAY_MS = 200;

/** A text field that offers the rows of a list. The number or key of a row can also be typed. */
export function ChoiceField({
  field,
  label,
  hint,
  error,
  name,
  isRequired,
  value,
  ...props
}: ChoiceFieldProps) {
  const [chosen, setChosen] = useState<Choice | null>(null);
  /** Null: the list shows its first rows, because nothing was typed since it opened. */
  const [typed, setTyped] = useState<string | null>(null);
  const [found, setFound] = useState<Choice[]>([]);
  const popup = usePopup();
  const list = useCombobox(popup, { count: found.length });
  useEffect(() => {
    if (!popup.isOpen) return undefined;
    let isCurrent = true;
    const search = async () => {
      const choices = await findChoices(field, typed ?? '');
      if (isCurrent) setFound(choices);
    };
    const timer = setTimeout(() => void search(), typed === null ? 0 : SEARCH_DELAY_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [popup.isOpen, typed, field]);

  const change = (newText: string) => {
    setTyped(newText);
    list.activate(-1);
    props.onChange(newText);
  };
  const choose = (choice: Choice) => {
    setChosen(choice);
    setTyped(null);
    props.onChoose(choice);
    popup.close();
  };
  const open = () => {
    setTyped(null);
    list.activate(-1);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Without an active option, Enter submits the typed value.
    if (event.key !== 'Enter' || list.inputProps['aria-activedescendant'])
      list.inputProps.onKeyDown(event);
  };
  const chosenLabel =
    chosen && chosen.value === value && chosen.label !== value ? chosen.label : '';
  return (
    <div {...popup.rootProps}>
      <FieldFrame label={label} hint={chosenLabel || hint} error={error}>
        {(controlProps) => (
          <span className="relative block">
            <input
              {...controlProps}
              {...list.inputProps}
              className="control pr-10"
              name={name}
              aria-required={isRequired}
              spellCheck={false}
              value={value}
              onClick={open}
              onKeyDown={onKeyDown}
              onChange={({ target }) => change(target.value)}
            />
            <span className="pointer-events-none absolute inset-y-0 right-3 grid place-items-center text-control-border">
              <Icon name="down" />
            </span>
            <ul
              {...list.listProps}
              className="popup inset-x-0 top-full max-h-76.5 overflow-y-auto"
              aria-label={text.choices(label)}
            >
              {found.map((choice, index) => (
                <li
                  key={choice.value}
                  {...list.optionProps(index)}
                  className="justify-between"
                  onClick={() => choose(choice)}
                >
                  <span>{choice.label}</span>
                  {choice.label !== choice.value && <span className="small">{choice.value}</span>}
                </li>
              ))}
            </ul>
          </span>
        )}
      </FieldFrame>
    </div>
  );
}

interface AddChoiceProps {
  field: ChoiceFieldProps['field'];
  label: string;
  value: string;
  onChange: (value: string) => void;
}

export function AddChoice({ field, label, value, onChange }: AddChoiceProps) {
  const [typed, setTyped] = useState('');
  const separator = field.kind === 'list' ? '\n' : ', ';
  return (
    <ChoiceField
      field={field}
      label={text.addChoice(label)}
      isRequired={false}
      value={typed}
      onChange={setTyped}
      onChoose={(choice) => {
        onChange([value.trimEnd().replace(/,$/, ''), choice.value].filter(Boolean).join(separator));
        setTyped('');
      }}
    />
  );
}
