import { OFFICE_ROLES } from '#domain/office-roles.ts';
import type { OperationDescription } from '#contract/office.ts';

/** The table of docs/office.md: who may use each operation. */
export function officePermissions(operations: OperationDescription[]): string {
  const row = (cells: string[]) => `| ${cells.join(' | ')} |`;
  const lines = operations.map(({ noun, verb, roles, needsConfirmation }) =>
    row([
      `\`${noun} ${verb}\``,
      ...OFFICE_ROLES.map((role) => (role === 'owner' || roles.includes(role) ? 'yes' : '')),
      needsConfirmation ? 'yes' : '',
    ]),
  );
  const headers = ['operation', ...OFFICE_ROLES, 'needs a new code'];
  return [row(headers), row(headers.map(() => '---')), ...lines].join('\n');
}
