import { createRoot } from 'react-dom/client';
import { ValidTickets } from './ValidTickets.tsx';

/** For pages without React. */
export const showMemberTickets = (host: Element) => createRoot(host).render(<ValidTickets maxCount={2} />);
