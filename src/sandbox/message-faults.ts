import type { InboxContext } from './inbox.ts';

type Command<Fault> = Fault | { next: 'ok' } | { action: 'list' | 'reset' };

/** The scripted fault of the next message. */
export function openMessageFaults<Fault extends { next: string }>(
  { journal, inbox }: InboxContext,
  provider: string,
) {
  const faults = journal.table<{ id: string; fault: Fault }>(`${provider}.fault`);
  const isFault = (command: Command<Fault>): command is Fault =>
    'next' in command && command.next !== 'ok';
  return {
    /** Returns the fault once. */
    take(): Fault | undefined {
      const [scripted] = faults.all();
      if (scripted) faults.remove(scripted.id);
      return scripted?.fault;
    },
    control(command: Command<Fault>): object {
      if ('action' in command) {
        if (command.action === 'reset') inbox.clear();
        return { messages: inbox.list() };
      }
      if (isFault(command)) faults.put({ id: 'next', fault: command });
      else faults.clear();
      return { scripts: faults.all().map(({ fault }) => fault) };
    },
  };
}
