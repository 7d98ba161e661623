import { useStore } from '@nanostores/react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { commonMessages } from '#messages/common.ts';
import { submissionMessages as text } from '#messages/submission.ts';
import { submissionView } from '#stores/my-submissions.ts';
import { loadGenres } from '#stores/submission-genres.ts';
import { openPoster } from '#stores/submission-poster.ts';
import { $step, openWizard } from '#stores/submission-wizard.ts';
import { ContactStep } from './ContactStep.tsx';
import { DeclarationStep } from './DeclarationStep.tsx';
import { FilmStep } from './FilmStep.tsx';
import { Stepper } from './Stepper.tsx';
import { FilmsLink, SubmissionTracker } from './SubmissionTracker.tsx';
import { SubmittedFilm } from './SubmittedFilm.tsx';
import { NextSteps } from './NextSteps.tsx';

const FORMS = { 1: FilmStep, 2: ContactStep, 3: DeclarationStep };

interface SubmitFilmProps {
  /** See `packCountries`. */
  countries: string;
}

export function SubmitFilm({ countries }: SubmitFilmProps) {
  const [view] = useState(submissionView);
  useEffect(() => {
    if (view !== 'wizard') document.title = `${text.films} · ${commonMessages.brand}`;
  }, [view]);
  if (view === 'films') return <SubmissionTracker />;
  if (view === 'wizard') return <Wizard countries={countries} />;
  return <SubmittedFilm movieId={view} />;
}

function Wizard({ countries }: SubmitFilmProps) {
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
      <div className="grid gap-10 *:min-w-0 min-[1100px]:grid-cols-[minmax(0,1fr)_300px] min-[1100px]:gap-24">
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
      head.current!.focus({ preventScroll: true });
      document.querySelector('.stepper')!.scrollIntoView({ block: 'nearest' });
    }
    shown.current = step;
  }, [step]);
  return head;
}
