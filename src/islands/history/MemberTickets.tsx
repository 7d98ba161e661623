import { type ComponentType, useEffect, useState } from 'react';

/** Loads the code for tickets only for signed-in viewers. */
export function MemberTickets() {
  const [Tickets, setTickets] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (document.documentElement.dataset['session'] !== 'member') return;
    void import('./ValidTickets.tsx').then(
      ({ ValidTickets: LiveTickets }) => setTickets(() => LiveTickets),
      () => undefined,
    );
  }, []);
  return Tickets && <Tickets />;
}
