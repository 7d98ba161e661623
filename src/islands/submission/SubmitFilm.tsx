import { useStore } from '@nanostores/react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { commonMessages } from '#messages/common.ts';
import { submissionMessages as text } from '#messages/submission.ts';
import { submissionView } from '#stores/submission/my-submissions.ts';
import { loadGenres } from '#stores/submission/genres.ts';
import { openPoster } from '#stores/submission/poster.ts';
import { $step, openWizard } from '#stores/submission/wizard.ts';
import { ContactStep } from './ContactStep.tsx';
import { DeclarationStep } from './DeclarationStep.tsx';
import { FilmStep } from './FilmStep.tsx';
import { FilmsLink, SubmissionTracker } from './SubmissionTracker.tsx';
import { SubmittedFilm } from './SubmittedFilm.tsx';

const FORMS = { 1: FilmStep, 2: ContactStep, 3: DeclarationStep };

/** `countries`: see `packCountries`. */
export function SubmitFilm({ countries }: { countries: string }) {
  const [view] = useState(submissionView);
  useEffect(() => {
    if (view !== 'wizard') document.title = `${text.films} · ${commonMessages.brand}`;
  }, [view]);
  if (view === 'films') return <SubmissionTracker />;
  if (view === 'wizard') return <Wizard countries={countries} />;
  return <SubmittedFilm movieId={view} />;
}

function Wizard({ countries }: { countries: string }) {
  const step = useStore($step);
  const heading = useStepFocus(step);
  // Opens before the first paint, so that a draft does not flash at another step.
  useLayoutEffect(() => openWizard(), []);
  useEffect(() => {
    void loadGenres();
    void openPoster();
  }, []);
  const Form = FORMS[step];
  return (
    <>
      <header className="flex flex-wrap items-center justify-between gap-x-6">
        <h1 className="heading-2">{text.title}</h1>
        <FilmsLink />
      </header>
      <Stepper step={step} />
      <div className="grid gap-10 *:min-w-0 min-[68.75rem]:grid-cols-[minmax(0,1fr)_18.75rem] min-[68.75rem]:gap-24">
        <section aria-labelledby="step-title">
          <h2 ref={heading} id="step-title" className="sr-only" tabIndex={-1}>
            {text.steps[step - 1]}
          </h2>
          <Form countries={countries} />
        </section>
        <NextSteps />
      </div>
    </>
  );
}

function useStepFocus(step: number) {
  const head = useRef<HTMLHeadingElement>(null);
  const shown = useRef<number>(undefined);
  useEffect(() => {
    if (shown.current !== undefined && shown.current !== step) {
      head.current?.focus({ preventScroll: true });
      document.querySelector('.stepper')?.scrollIntoView({ block: 'nearest' });
    }
    shown.current = step;
  }, [step]);
  return head;
}

const NextSteps = () => (
  <aside>
    <h2 className="heading-3">{text.nextTitle}</h2>
    <ol className="timeline mt-3.5 gap-4">
      {text.next.map(([name, sentence]) => (
        <li key={name}>
          <b className="font-[650]">{name}</b>
          <span className="text-soft small">{sentence}</span>
        </li>
      ))}
    </ol>
  </aside>
);

const Stepper = ({ step }: { step: number }) => (
  <ol
    className="stepper mt-1 mb-7 sm:mt-5 flex scroll-mt-4 flex-wrap gap-1 *:flex-[1_0_30%] min-[68.75rem]:mt-7 min-[68.75rem]:mb-9"
    aria-label={text.stepsLabel}
  >
    {text.steps.map((name, index) => (
      <li
        key={name}
        className={index + 1 < step ? 'done' : undefined}
        aria-current={index + 1 === step ? 'step' : undefined}
      >
        <b className="mb-[3px] block font-tall text-28 leading-none font-bold">{index + 1}</b>
        <span className="block pr-3 font-wide text-[0.65625rem]/[1.35] font-semibold tracking-[.01em] min-[68.75rem]:text-11">
          <span>{name}</span>
          {index + 1 < step && <i className="sr-only">{` ${text.stepDone}`}</i>}
        </span>
      </li>
    ))}
  </ol>
);
