import { useEffect } from 'react';
import { commonMessages } from '#messages/common.ts';
import { officeScreenMessages as text } from '#messages/office-screens.ts';
import type { Elements } from '#ui/elements.ts';
import { useFocusOnMount } from './use-focus-on-mount.ts';

interface OfficePageProps {
  title: string;
  /** The link above the title. */
  back?: { href: string; label: string };
  children: Elements;
}

/** A view of the back office. The focus moves to its heading when the view opens. */
export function OfficePage({ title, back, children }: OfficePageProps) {
  const heading = useFocusOnMount<HTMLHeadingElement>();
  useEffect(
    () => void (document.title = `${title} · ${text.backOffice} · ${commonMessages.brand}`),
    [title],
  );
  return (
    <>
      <header>
        {back && (
          <a className="plain-link" href={back.href}>
            {back.label}
          </a>
        )}
        <h1 className="heading-3" ref={heading} tabIndex={-1}>
          {title}
        </h1>
      </header>
      {children}
    </>
  );
}
