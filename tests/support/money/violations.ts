export const listViolations = (checks: [isMet: boolean, message: string][]) =>
  checks.filter(([isMet]) => !isMet).map(([, message]) => message);

export const duplicates = (list: string[]) =>
  list.filter((each, index) => list.indexOf(each) < index);
