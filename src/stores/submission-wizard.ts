import { zodResolver } from '@hookform/resolvers/zod';
import { atom } from 'nanostores';
import { ContactPerson, FilmInformation, longest } from '#contract/submission-steps.ts';
import { href } from '#routes.ts';
import { here, onReturn, showAddress } from './lib/navigate.ts';
import { contactDraft, filmDraft, type Step, STEPS } from './submission-draft.ts';

export type { ContactPerson, FilmInformation };
/** How many characters a field takes. */
export const roomFor = longest;

/** Which step is shown. */
export const $step = atom<Step>(1);

export const filmResolver = zodResolver(FilmInformation);
export const contactResolver = zodResolver(ContactPerson);

/** The steps before this one are filled in. */
const mayOpen = (step: Step): boolean =>
  (step === 1 || FilmInformation.safeParse(filmDraft.read()).success) &&
  (step !== 3 || ContactPerson.safeParse(contactDraft.read()).success);

/** The last step up to this one that may be opened. */
const nearest = (wish: number): Step => STEPS.findLast((step) => step <= wish && mayOpen(step)) ?? 1;

// Chosen: each step has an address of its own, so that the browser's Back leads to the step before and not out of the wizard.
const addressOf = (step: Step) => (step === 1 ? href('submitFilm') : `${href('submitFilm')}?step=${step}`);
const addressed = () => Number(new URLSearchParams(here().search).get('step') ?? 1);

/** Opens the wizard where it was left (spec §3). Gives what ends its watch over the browser's Back and Forward. */
export function openWizard() {
  $step.set(nearest(Math.max(addressed(), filmDraft.read().step)));
  return onReturn(() => arriveAt(nearest(addressed())));
}

/** Continue and Back: the step's values are kept by now. */
export function goToStep(step: Step) {
  showAddress(addressOf(step));
  arriveAt(step);
}

function arriveAt(step: Step) {
  filmDraft.keep({ step });
  $step.set(step);
}

/** The first step that lacks something; null when the whole film may be sent. */
export const incompleteStep = (): Step | null => (mayOpen(3) ? null : mayOpen(2) ? 2 : 1);
