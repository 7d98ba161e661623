import { displayDate } from '#domain/format/dates.ts';
import { trackerSteps, type TrackerStep } from '#domain/submission-tracker.ts';
import { submissionMessages as text } from '#messages/submission.ts';
import type { Submission } from '#stores/submission/my-submissions.ts';

export function StageTrack({ film }: { film: Submission }) {
  const steps = trackerSteps(film.stage, film.steps);
  const stepsWithNote = steps.filter(({ note }) => note);
  return (
    <>
      <ol className="timeline stages">
        {steps.map((step) => (
          <TrackStep key={step.stage} step={step} />
        ))}
      </ol>
      {stepsWithNote.map(({ stage, note }) => (
        <p
          key={stage}
          className="mt-3.5 max-w-[64ch] border-l-3 border-control-border px-4 py-3 wrap-anywhere"
        >
          <b className="block font-[650]">{text.reason}</b> <span dir="auto">{note}</span>
        </p>
      ))}
    </>
  );
}

const TrackStep = ({ step: { stage, state, at } }: { step: TrackerStep }) => (
  <li className={`${state} ${stage}`} aria-current={state === 'here' ? 'step' : undefined}>
    <b>{text.stages[stage]}</b>
    {state === 'ahead' ? (
      <span className="sr-only">{text.stageUpcoming}</span>
    ) : (
      at && <span>{displayDate(at)}</span>
    )}
  </li>
);
