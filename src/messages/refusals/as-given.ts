/** For a refusal whose sentence comes from what was read or from the provider. */
export const asGiven = (sentence: string): string => sentence;
