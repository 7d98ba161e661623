import { submissionMessages as text } from '#messages/submission.ts';

export const Stepper = ({ step }: { step: number }) => (
  <ol className="stepper" aria-label={text.stepsLabel}>
    {text.steps.map((name, index) => (
      <li
        key={name}
        className={index + 1 < step ? 'done' : undefined}
        aria-current={index + 1 === step ? 'step' : undefined}
      >
        <b>{index + 1}</b>
        <span>
          {name}
          {index + 1 < step && <i className="sr"> {text.stepDone}</i>}
        </span>
      </li>
    ))}
  </ol>
);
