import { submissionMessages as text } from '#messages/submission.ts';

export const Stepper = ({ step }: { step: number }) => (
  <ol
    className="stepper mt-1 mb-7 sm:mt-5 grid scroll-mt-4 grid-cols-[repeat(3,1fr)] gap-1 min-[1100px]:mt-7 min-[1100px]:mb-9"
    aria-label={text.stepsLabel}
  >
    {text.steps.map((name, index) => (
      <li
        key={name}
        className={index + 1 < step ? 'done' : undefined}
        aria-current={index + 1 === step ? 'step' : undefined}
      >
        <b className="mb-[3px] block font-tall text-[28px] leading-none font-bold">{index + 1}</b>
        <span className="block pr-3 font-wide text-[10.5px]/[1.35] font-semibold tracking-[.01em] min-[1100px]:text-[11px]">
          {name}
          {index + 1 < step && <i className="sr-only"> {text.stepDone}</i>}
        </span>
      </li>
    ))}
  </ol>
);
