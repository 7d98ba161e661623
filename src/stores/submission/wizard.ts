import { zodResolver } from '@hookform/resolvers/zod';
import { atom } from 'nanostores';
import { ContactPerson, FilmInformation } from '#contract/submission-steps.ts';
import { href } from '#routes.ts';
import { currentLocation, onBackOrForward, pushUrl } from '../lib/navigate.ts';
import { contactDraft, filmDraft, type Step, STEPS } from './draft.ts';

export { maxLengthOf } from '#contract/submission-steps.ts';
export type { ContactPerson, FilmInformation };

export const $step = atom<Step>(1);

export const filmResolver = zodResolver(FilmInformation);
export const contactResolver = zodResolver(ContactPerson);

const canOpen = (step: Step): boolean =>
  (step === 1 || FilmInformation.safeParse(filmDraft.read()).success) &&
  (step !== 3 || ContactPerson.safeParse(contactDraft.read()).success);

const nearestOpenStep = (requested: number): Step =>
  STEPS.findLast((step) => step <= requested && canOpen(step)) ?? 1;

// Chosen: each step has its own URL, so Back opens the previous step instead of leaving the wizard.
const stepUrl = (step: Step) =>
  step === 1 ? href('submitFilm') : `${href('submitFilm')}?step=${step}`;
const stepInUrl = () => Number(new URLSearchParams(currentLocation().search).get('step') ?? 1);

/**
 * Opens the last step (spec §3) and follows Back and Forward. Returns a function that removes the
 * listener.
 */
export function openWizard() {
  $step.set(nearestOpenStep(Math.max(stepInUrl(), filmDraft.read().step)));
  return onBackOrForward(() => showStep(nearestOpenStep(stepInUrl())));
}

export function goToStep(step: Step) {
  pushUrl(stepUrl(step));
  showStep(step);
}

function showStep(step: Step) {
  filmDraft.save({ step });
  $step.set(step);
}

export const incompleteStep = (): Step | null => (canOpen(3) ? null : canOpen(2) ? 2 : 1);
