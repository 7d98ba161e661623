import { type FocusEvent, type RefObject, useState } from 'react';
import type { OperationDescription } from '#contract/office.ts';
import { officeScreenMessages as text } from '#messages/office-screens.ts';
import { goToView } from '#stores/office/view.ts';
import { FieldFrame } from '#ui/FieldFrame.tsx';
import { useCombobox, usePopup } from '#ui/Picker.tsx';
import { findLinks } from '#stores/office/office-links.ts';

interface GoToProps {
  operations: OperationDescription[];
  input: RefObject<HTMLInputElement | null>;
}

/** Opens a page or an operation by a part of its title. */
export function GoTo({ operations, input }: GoToProps) {
  const [typed, setTyped] = useState('');
  const popup = usePopup();
  const found = popup.isOpen ? findLinks(operations, typed) : [];
  const list = useCombobox(popup, { count: found.length });
  const follow = (href: string) => {
    setTyped('');
    popup.close();
    goToView(href);
  };
  const onBlur = (event: FocusEvent<HTMLDivElement>) => {
    popup.rootProps.onBlur(event);
    setTyped('');
  };
  return (
    <div {...popup.rootProps} className="office-go-to" onBlur={onBlur}>
      <FieldFrame label={text.goTo}>
        {(controlProps) => (
          <span className="relative block">
            <input
              {...controlProps}
              {...list.inputProps}
              ref={input}
              className="control"
              aria-keyshortcuts="Control+K"
              spellCheck={false}
              value={typed}
              onChange={({ target }) => {
                setTyped(target.value);
                list.activate(-1);
              }}
            />
            <ul
              {...list.listProps}
              className="popup inset-x-0 top-full max-h-76.5 overflow-y-auto"
              aria-label={text.goTo}
            >
              {found.map(({ label, note, href }, index) => (
                <li key={href} {...list.optionProps(index)} onClick={() => follow(href)}>
                  <span>
                    <span>{label}</span> {note && <span className="small">{note}</span>}
                  </span>
                </li>
              ))}
            </ul>
          </span>
        )}
      </FieldFrame>
    </div>
  );
}
