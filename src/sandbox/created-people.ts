import type { Journal } from './journal.ts';

const SHOWN = 20;

/** The people whom "Somebody new" made at a provider, so that they can come back. */
export function openNewcomers<Person extends object>(journal: Journal, provider: string) {
  const rows = journal.table<{ id: string; label: string; person: Person }>(`${provider}.newcomer`);
  return {
    add(id: string, label: string, person: Person): Person {
      rows.put({ id, label, person });
      return person;
    },
    find: (id: string) => rows.get(id)?.person,
    /** The newest first. */
    list: () => rows.all().slice(-SHOWN).reverse(),
  };
}
