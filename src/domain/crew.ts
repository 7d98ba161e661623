/** Credits whose role matches none of these are actors. */
const CREW = {
  director: /^(co-?)?direct(or|ion|ed by)\b/i,
  author: /^(writer|screenplay|script|story|dialogues?|written by)\b/i,
  musicBy: /^(music|composer|songs|score)\b/i,
  producer: /^(executive |co-?)?produc(er|tion|ed by)\b/i,
  editor: /^edit(or|ing|ed by)\b/i,
  contributor:
    /^(camera|cinematograph(y|er)|field sound|sound( design)?|art( direction)?|costumes?|animation|choreography|lyrics)$/i,
} as const;

/** schema.org's property for the person. */
export type CreditKind = keyof typeof CREW | 'actor';

export function creditKind(role: string): CreditKind {
  const kinds = Object.keys(CREW) as (keyof typeof CREW)[];
  return kinds.find((kind) => CREW[kind].test(role.trim())) ?? 'actor';
}

export interface Credit {
  actorName: string;
  actorRole: string;
}

/**
 * Parses `Asha Rao=Director`, the form in catalogue files and commands. A text without `=` has no
 * role.
 */
export function parseCredit(text: string): { actorName: string; actorRole: string | undefined } {
  const [actorName = '', actorRole] = text.split('=', 2).map((each) => each.trim());
  return { actorName, actorRole };
}

export const formatCredit = ({ actorName, actorRole }: Credit): string =>
  `${actorName}=${actorRole}`;
