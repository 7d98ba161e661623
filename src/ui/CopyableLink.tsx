import type { ComponentProps } from 'react';
import { CopyButton } from './CopyButton.tsx';
import type { Elements } from './elements.ts';
import { Field } from './Field.tsx';

interface CopyableLinkProps {
  link: string;
  /** `link` names the field, `copyLink` the button. */
  messages: ComponentProps<typeof CopyButton>['messages'] & { link: string; copyLink: string };
  /** Other actions, beside the button. */
  children?: Elements;
}

/** An address that can be selected and copied. */
export const CopyableLink = ({ link, messages, children }: CopyableLinkProps) => (
  <div className="grid w-full gap-2.5">
    <Field
      label={messages.link}
      readOnly
      value={link}
      spellCheck={false}
      onFocus={({ currentTarget }) => currentTarget.select()}
    />
    <div className="flex flex-wrap items-center gap-2.5">
      <CopyButton content={link} label={messages.copyLink} messages={messages} />
      {children}
    </div>
  </div>
);
