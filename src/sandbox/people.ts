import type { Journal } from './journal.ts';

const MAX_SHOWN = 20;

interface Choice<Person> {
  label: string;
  person: Person;
}

/**
 * The people of a provider's popup. Stores the people that "A new person" created, so that they can
 * sign in again.
 */
export function openPeople<Person extends object>({
  journal,
  provider,
  known,
  createPerson,
}: {
  journal: Journal;
  provider: string;
  known: Record<string, Choice<Person>>;
  createPerson: () => Choice<Person> & { id: string };
}) {
  const created = journal.table<Choice<Person> & { id: string }>(`${provider}.newcomer`);
  return {
    /** The id `new` creates a person. */
    find: (id: string): Person | undefined =>
      (id === 'new' ? created.put(createPerson()) : (known[id] ?? created.get(id)))?.person,
    /** The known people, then the created people, newest first. */
    list: () => [
      ...Object.entries(known).map(([id, { label }]) => ({ id, label })),
      ...created.all().slice(-MAX_SHOWN).reverse(),
    ],
  };
}
