import type { Journal } from './journal.ts';

const MAX_SHOWN = 20;

/** Stores the people that "A new person" created, so that they can sign in again. */
export function openCreatedPeople<Person extends object>(journal: Journal, provider: string) {
  const rows = journal.table<{ id: string; label: string; person: Person }>(`${provider}.newcomer`);
  return {
    add(id: string, label: string, person: Person): Person {
      rows.put({ id, label, person });
      return person;
    },
    find: (id: string) => rows.get(id)?.person,
    /** Newest first. */
    list: () => rows.all().slice(-MAX_SHOWN).reverse(),
  };
}
