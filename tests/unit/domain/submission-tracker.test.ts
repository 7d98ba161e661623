import { expect, test } from 'vitest';
import { trackerSteps, type SubmissionStage } from '#domain/submission-tracker.ts';

const step = (stage: SubmissionStage, at: string, note: string | null = null) => ({
  stage,
  at,
  note,
});
const words = (...given: Parameters<typeof trackerSteps>) =>
  trackerSteps(...given).map(({ stage, state }) => `${stage} ${state}`);

test('after receipt, all other steps are ahead', () => {
  expect(trackerSteps('received', [step('received', '01')])).toEqual([
    { stage: 'received', state: 'here', at: '01', note: null },
    ...['in_review', 'accepted', 'scheduled', 'streaming'].map((stage) => ({
      stage,
      state: 'ahead',
      at: null,
      note: null,
    })),
  ]);
});

test('a declined film ends at that step, with its reason', () => {
  const track = trackerSteps('declined', [
    step('received', '01'),
    step('in_review', '02'),
    step('declined', '03', 'Too dark'),
  ]);
  expect(track.map(({ stage }) => stage)).toEqual(['received', 'in_review', 'declined']);
  expect(track.at(-1)).toEqual({ stage: 'declined', state: 'here', at: '03', note: 'Too dark' });
});

test('a skipped step counts as passed, without a date', () => {
  const track = trackerSteps('streaming', [
    step('received', '01'),
    step('accepted', '02'),
    step('streaming', '03'),
  ]);
  expect(track.map(({ state, at }) => [state, at])).toEqual([
    ['passed', '01'],
    ['passed', null],
    ['passed', '02'],
    ['passed', null],
    ['here', '03'],
  ]);
});

test('a film whose date was removed is accepted, not scheduled', () => {
  const steps = [
    step('received', '01'),
    step('in_review', '02'),
    step('accepted', '03'),
    step('scheduled', '04'),
  ];
  expect(words('accepted', steps)).toEqual([
    'received passed',
    'in_review passed',
    'accepted here',
    'scheduled ahead',
    'streaming ahead',
  ]);
  expect(trackerSteps('accepted', steps)[3]).toMatchObject({ at: null });
});
