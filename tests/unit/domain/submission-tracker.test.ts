import { expect, test } from 'vitest';
import { trackOf, type TrackStage } from '#domain/submission-track.ts';

const step = (stage: TrackStage, at: string, note: string | null = null) => ({ stage, at, note });
const words = (...given: Parameters<typeof trackOf>) =>
  trackOf(...given).map(({ stage, state }) => `${stage} ${state}`);

test('a film that was received has its whole way ahead', () => {
  expect(trackOf('received', [step('received', '01')])).toEqual([
    { stage: 'received', state: 'here', at: '01', note: null },
    ...['in_review', 'accepted', 'scheduled', 'streaming'].map((stage) => ({
      stage,
      state: 'ahead',
      at: null,
      note: null,
    })),
  ]);
});

test('a declined film ends there, with its reason', () => {
  const track = trackOf('declined', [
    step('received', '01'),
    step('in_review', '02'),
    step('declined', '03', 'Too dark'),
  ]);
  expect(track.map(({ stage }) => stage)).toEqual(['received', 'in_review', 'declined']);
  expect(track.at(-1)).toEqual({ stage: 'declined', state: 'here', at: '03', note: 'Too dark' });
});

test('a station that was passed without a stop is passed, without a date', () => {
  const track = trackOf('streaming', [step('received', '01'), step('accepted', '02'), step('streaming', '03')]);
  expect(track.map(({ state, at }) => [state, at])).toEqual([
    ['passed', '01'],
    ['passed', null],
    ['passed', '02'],
    ['passed', null],
    ['here', '03'],
  ]);
});

test('a film whose day was taken back waits for another one', () => {
  const steps = [step('received', '01'), step('in_review', '02'), step('accepted', '03'), step('scheduled', '04')];
  expect(words('accepted', steps)).toEqual([
    'received passed',
    'in_review passed',
    'accepted here',
    'scheduled ahead',
    'streaming ahead',
  ]);
  expect(trackOf('accepted', steps)[3]).toMatchObject({ at: null });
});
