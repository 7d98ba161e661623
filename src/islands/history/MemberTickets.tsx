import { type ComponentType, useEffect, useState } from 'react';

/** On a public page: a viewer's tickets, whose code is not fetched for visitors. */
export function MemberTickets() {
  const [Tickets, show] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (document.documentElement.dataset['session'] !== 'member') return;
    void import('./LiveTickets.tsx').then(
      ({ LiveTickets }) => show(() => LiveTickets),
      () => undefined,
    );
  }, []);
  return Tickets && <Tickets />;
}
