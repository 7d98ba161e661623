/**
 * Keeps the last answers of `ask` for a while, so that one town typed by many is asked once, and a question that is
 * underway is not asked a second time. A failure is not kept.
 */
export function remember<Answer>(
  ask: (key: string) => Promise<Answer>,
  { size, milliseconds, now }: { size: number; milliseconds: number; now: () => Date },
): (key: string) => Promise<Answer> {
  const known = new Map<string, { answer: Promise<Answer>; until: number }>();

  return (key) => {
    const kept = known.get(key);
    if (kept && kept.until > now().getTime()) return kept.answer;
    const answer = ask(key);
    known.delete(key);
    known.set(key, { answer, until: now().getTime() + milliseconds });
    answer.catch(() => known.get(key)?.answer === answer && known.delete(key));
    if (known.size > size) known.delete(known.keys().next().value!);
    return answer;
  };
}
