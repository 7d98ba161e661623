import { type KeyboardEvent, useState } from 'react';
import type { ControllerRenderProps } from 'react-hook-form';
import { submissionMessages as text } from '#messages/submission.ts';
import type { FilmInformation } from '#stores/submission/wizard.ts';
import { FieldFrame, type FieldText } from '#ui/FieldFrame.tsx';
import { Icon } from '#ui/icons.tsx';
import { useCombobox, usePopup } from '#ui/Picker.tsx';

interface Suggestion {
  value: string;
  /** The name in its own script. */
  note?: { text: string; lang: string } | undefined;
}

interface SuggestFieldProps extends FieldText {
  field: ControllerRenderProps<FilmInformation>;
  maxLength: number;
  /** Suggestions for the typed text, best match first; all for an empty text. */
  suggest: (typed: string) => Suggestion[];
}

/** A text field with suggestions. Spec §5: free text, so any text is accepted. */
export function SuggestField({ field, label, hint, error, maxLength, suggest }: SuggestFieldProps) {
  const { value, onChange, ...input } = field;
  /** Null: nothing was typed since the list was opened, so it shows all suggestions. */
  const [typed, setTyped] = useState<string | null>(null);
  const popup = usePopup();
  const found = popup.isOpen ? suggest(typed ?? '') : [];
  const list = useCombobox(popup, { count: found.length });
  const openAll = () => {
    setTyped(null);
    list.activate(suggest('').findIndex((each) => each.value === value));
  };
  const typeText = (newText: string) => {
    setTyped(newText);
    list.activate(-1);
    onChange(newText);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter takes the first suggestion only for a typed text.
    const hasChoice = typed !== null || list.inputProps['aria-activedescendant'];
    if (event.key !== 'Enter' || hasChoice) list.inputProps.onKeyDown(event);
  };
  return (
    <div {...popup.rootProps} className="relative">
      <FieldFrame label={label} hint={hint} error={error}>
        {(controlProps) => (
          <span className="relative block">
            <input
              {...controlProps}
              {...list.inputProps}
              {...input}
              className="control pr-10"
              dir="auto"
              spellCheck={false}
              maxLength={maxLength}
              value={String(value)}
              onClick={openAll}
              onKeyDown={onKeyDown}
              onChange={(event) => typeText(event.target.value)}
            />
            <span className="pointer-events-none absolute inset-y-0 right-3 grid place-items-center text-control-border">
              <Icon name="down" />
            </span>
          </span>
        )}
      </FieldFrame>
      {/* The height of six rows and a half shows that more follow. */}
      <ul
        {...list.listProps}
        className="popup top-22 max-h-76.5 overflow-y-auto"
        aria-label={text.suggestions(label)}
      >
        {found.map((suggestion, index) => (
          <li
            key={suggestion.value}
            {...list.optionProps(index)}
            className="justify-between"
            onClick={() => {
              onChange(suggestion.value);
              popup.close();
            }}
          >
            <span>{suggestion.value}</span>
            {suggestion.note && (
              <span className="text-soft" lang={suggestion.note.lang}>
                {suggestion.note.text}
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
