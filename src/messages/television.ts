/** Refusals of the calls of televisions, and their names. */
export const televisionMessages = {
  codeRequired: 'Enter the code that the television shows.',
  codeIncomplete: 'The code has eight letters. Enter it as the television shows it.',
  nameRequired: 'Enter a name for the television.',
  nameTooLong: 'Use at most 60 letters for the name.',
  unsupportedGrant: (grant: string) => `Send grant_type=${grant}.`,
} as const;
