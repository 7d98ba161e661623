/** The sentences of the laws that do not hold. */
export const broken = (laws: [holds: boolean, law: string][]) => laws.filter(([holds]) => !holds).map(([, law]) => law);

/** What stands more than once in a list. */
export const twice = (list: string[]) => list.filter((each, place) => list.indexOf(each) < place);
