/** `share`: from 0, included, to 1, not included. NaN if there are no values. */
export const quantile = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;

export const median = (values: number[]): number => quantile(values, 0.5);
