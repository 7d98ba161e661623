import { useStore } from '@nanostores/react';
import { flushSync } from 'react-dom';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { OperationDescription } from '#contract/office.ts';
import { nounTitle, officeScreenMessages as text } from '#messages/office-screens.ts';
import { type OfficeMember, signOut } from '#stores/office/office.ts';
import { $isSlashOff } from '#stores/office/shortcuts.ts';
import { JOBS_HREF, nounHref, type OfficeView, OVERVIEW_HREF } from '#stores/office/view.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorText } from '#ui/FieldFrame.tsx';
import { GoTo } from './GoTo.tsx';
import { useShortcuts } from './use-shortcuts.ts';

interface SideNavProps {
  member: OfficeMember;
  view: OfficeView;
  operations: OperationDescription[];
}

/** A column at the left; below 900 px a menu that a button opens. */
export function SideNav({ member, view, operations }: SideNavProps) {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const goToInput = useRef<HTMLInputElement>(null);
  const id = useId();
  useShortcuts(() => {
    // A hidden field takes no focus.
    flushSync(() => setIsOpen(true));
    goToInput.current?.focus();
  });
  useEffect(() => setIsOpen(false), [view]);
  const closeOnEscape = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || !isOpen) return;
    setIsOpen(false);
    button.current?.focus();
  };
  return (
    <div className="office-nav" onKeyDown={closeOnEscape}>
      <div className="office-nav-head">
        <a className="heading-4" href={OVERVIEW_HREF}>
          {text.backOffice}
        </a>
        <button
          ref={button}
          type="button"
          className="button secondary small office-menu-button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          {text.menu}
        </button>
      </div>
      <div id={id} className={isOpen ? 'office-menu open' : 'office-menu'}>
        <GoTo operations={operations} input={goToInput} />
        <Links view={view} operations={operations} />
        <SignedInMember member={member} />
      </div>
    </div>
  );
}

function Links({ view, operations }: Omit<SideNavProps, 'member'>) {
  const nouns = [...new Set(operations.map(({ noun }) => noun))];
  const currentNoun = view.page === 'noun' || view.page === 'operation' ? view.noun : null;
  const isJobs = view.page === 'jobs' || view.page === 'job';
  return (
    <nav aria-label={text.navigation}>
      <ul>
        <NavItem href={OVERVIEW_HREF} label={text.overview} isCurrent={view.page === 'overview'} />
        {nouns.map((noun) => (
          <NavItem
            key={noun}
            href={nounHref(noun)}
            label={nounTitle(noun)}
            isCurrent={noun === currentNoun}
          />
        ))}
        <NavItem href={JOBS_HREF} label={text.jobs} isCurrent={isJobs} />
      </ul>
    </nav>
  );
}

const NavItem = ({
  href,
  label,
  isCurrent,
}: {
  href: string;
  label: string;
  isCurrent: boolean;
}) => (
  <li>
    <a href={href} aria-current={isCurrent ? 'page' : undefined}>
      {label}
    </a>
  </li>
);

function SignedInMember({ member: { name, roles } }: { member: OfficeMember }) {
  const { isBusy, error } = useStore(signOut.$state);
  const isSlashOff = useStore($isSlashOff) === true;
  return (
    <div className="office-member">
      <p className="name">{name}</p>
      <p className="details">{roles.join(', ')}</p>
      <label className="office-flag small">
        <input
          type="checkbox"
          checked={!isSlashOff}
          onChange={({ target }) => $isSlashOff.set(!target.checked)}
        />
        <span>{text.slashKey}</span>
      </label>
      <ErrorText error={error} />
      <Button
        kind="secondary"
        small
        busy={isBusy}
        busyLabel={text.signingOut}
        onClick={() => void signOut.run()}
      >
        {text.signOut}
      </Button>
    </div>
  );
}
