const STAGES_IF_ACCEPTED = ['received', 'in_review', 'accepted', 'scheduled', 'streaming'] as const;
const STAGES_IF_DECLINED = ['received', 'in_review', 'declined'] as const;

export type TrackerStage =
  | (typeof STAGES_IF_ACCEPTED)[number]
  | (typeof STAGES_IF_DECLINED)[number];

/** `at` is a wire date; null for a skipped or future step. */
export interface TrackerStep {
  stage: TrackerStage;
  state: 'passed' | 'here' | 'ahead';
  at: string | null;
  note: string | null;
}

export function trackerSteps(
  stage: TrackerStage,
  steps: readonly { stage: TrackerStage; at: string; note: string | null }[],
): TrackerStep[] {
  const stages: readonly TrackerStage[] =
    stage === 'declined' ? STAGES_IF_DECLINED : STAGES_IF_ACCEPTED;
  const current = stages.indexOf(stage);
  return stages.map((each, index) => {
    if (index > current) return { stage: each, state: 'ahead', at: null, note: null };
    const step = steps.findLast((reached) => reached.stage === each);
    const state = index === current ? 'here' : 'passed';
    return { stage: each, state, at: step?.at ?? null, note: step?.note ?? null };
  });
}
