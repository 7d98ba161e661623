import { useStore } from '@nanostores/react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { submissionMessages as text } from '#messages/submission.ts';
import { loadGenres } from '#stores/submission-genres.ts';
import { openPoster } from '#stores/submission-poster.ts';
import { $step, openWizard } from '#stores/submission-wizard.ts';
import { ContactStep } from './ContactStep.tsx';
import { DeclarationStep } from './DeclarationStep.tsx';
import { FilmStep } from './FilmStep.tsx';
import { Stepper } from './Stepper.tsx';
import { FilmsLink, Tracker } from './Tracker.tsx';
import { WhatComesNext } from './WhatComesNext.tsx';

const FORMS = { 1: FilmStep, 2: ContactStep, 3: DeclarationStep };

/** The wizard, what comes after it, and the films that were sent in before. */
export function SubmitFilm() {
  const step = useStore($step);
  const head = useHeadFocused(step);
  // Before the first paint, so that a draft does not flash by at another step.
  useLayoutEffect(() => openWizard(), []);
  useEffect(() => {
    void loadGenres();
    void openPoster();
  }, []);
  const Form = FORMS[step];
  return (
    <>
      <FilmsLink />
      <Stepper step={step} />
      <div className="wizard">
        <section aria-labelledby="step-title">
          <h2 ref={head} id="step-title" className="sr" tabIndex={-1}>
            {text.steps[step - 1]}
          </h2>
          <Form />
        </section>
        <WhatComesNext />
      </div>
      <Tracker />
    </>
  );
}

/** Another step begins at its head, for the eye as for a screen reader. */
function useHeadFocused(step: number) {
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
