const ROAD = ['received', 'in_review', 'accepted', 'scheduled', 'streaming'] as const;
const REFUSED = ['received', 'in_review', 'declined'] as const;

export type TrackStage = (typeof ROAD)[number] | (typeof REFUSED)[number];

/** One station of a submitted film. `at` is a wire date; null where it was passed without a stop, or lies ahead. */
export interface Station {
  stage: TrackStage;
  state: 'passed' | 'here' | 'ahead';
  at: string | null;
  note: string | null;
}

/** The whole way of a submitted film: what it has passed, where it is, and what may come; a declined one has nothing ahead. */
export function trackOf(
  stage: TrackStage,
  steps: readonly { stage: TrackStage; at: string; note: string | null }[],
): Station[] {
  const road: readonly TrackStage[] = stage === 'declined' ? REFUSED : ROAD;
  const here = road.indexOf(stage);
  return road.map((each, index) => {
    const step = steps.findLast((reached) => reached.stage === each);
    const isAhead = index > here;
    return {
      stage: each,
      state: isAhead ? 'ahead' : index === here ? 'here' : 'passed',
      at: isAhead ? null : (step?.at ?? null),
      note: isAhead ? null : (step?.note ?? null),
    };
  });
}
