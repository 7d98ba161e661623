export const SUBMISSION_STAGES = [
  'received',
  'in_review',
  'accepted',
  'declined',
  'scheduled',
  'streaming',
] as const;
export type SubmissionStage = (typeof SUBMISSION_STAGES)[number];

const STAGES_IF_DECLINED: readonly SubmissionStage[] = ['received', 'in_review', 'declined'];
const STAGES_IF_ACCEPTED = SUBMISSION_STAGES.filter((stage) => stage !== 'declined');

/** `at` is a wire date; null for a skipped or future step. */
export interface TrackerStep {
  stage: SubmissionStage;
  state: 'passed' | 'here' | 'ahead';
  at: string | null;
  note: string | null;
}

export function trackerSteps(
  stage: SubmissionStage,
  steps: readonly { stage: SubmissionStage; at: string; note: string | null }[],
): TrackerStep[] {
  const stages: readonly SubmissionStage[] =
    stage === 'declined' ? STAGES_IF_DECLINED : STAGES_IF_ACCEPTED;
  const current = stages.indexOf(stage);
  return stages.map((each, index) => {
    if (index > current) return { stage: each, state: 'ahead', at: null, note: null };
    const step = steps.findLast((reached) => reached.stage === each);
    const state = index === current ? 'here' : 'passed';
    return { stage: each, state, at: step?.at ?? null, note: step?.note ?? null };
  });
}
