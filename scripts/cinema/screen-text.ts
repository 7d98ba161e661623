import { toCamelCase } from './parse-command-line.ts';

/** `outage from` → `Outage from` */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const quote = (name: string) => `“${name}”`;

/**
 * Replaces commands by their titles: `cinema order held` → “List held payments”. A single argument that ends the sentence is
 * dropped. `titles` has the commands that the back office offers; other commands stay as typed in a terminal.
 */
export function createCommandReplacer(titles: Map<string, string>): (text: string) => string {
  const names = [...titles.keys()].toSorted((a, b) => b.length - a.length).join('|');
  const command = new RegExp(
    `\`?\\b(?:npm run cinema --|cinema) (${names})\\b(?: [^\\s\`)]+(?=\\)|$))?\`?`,
    'g',
  );
  return (text) => text.replace(command, (_, name: string) => quote(titles.get(name)!));
}

/** Replaces options and arguments by the labels of their fields: `--to`, `<to>` → “Last day”. */
export function replaceInputs(text: string, labels: Map<string, string>): string {
  const labelOf = (found: string, name: string) => {
    const label = labels.get(toCamelCase(name));
    return label === undefined ? found : quote(label);
  };
  return text
    .replace(/(^|[.\n] ?)--dry-run\b/g, '$1The preview')
    .replace(/--dry-run\b/g, 'the preview')
    .replace(/--([a-z][a-z-]*)(?: (\d+))?/g, (found, name: string, number?: string) =>
      number === undefined ? labelOf(found, name) : `${labelOf(`--${name}`, name)}: ${number}`,
    )
    .replace(/<([a-z][a-z-]*)>/g, labelOf)
    .replace(/`([^`]+)`/g, '“$1”');
}

/** A hint as a sentence; empty if it only repeats the label. */
export function toHint(about: string, label: string): string {
  if (about.replace(/^(the|a) /, '').toLowerCase() === label.toLowerCase()) return '';
  const hint = capitalize(
    about
      .replace(/[;:] default:? /, '. If empty: ')
      .replace(/; (\w)/g, (_, letter: string) => `. ${letter.toUpperCase()}`),
  );
  return !hint || /[.!?]$/.test(hint) ? hint : `${hint}.`;
}
