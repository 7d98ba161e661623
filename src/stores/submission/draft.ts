import { z } from 'zod';
import type { StorageKey } from '#api/browser-storage.ts';
import { randomKey } from '#api/http.ts';
import { ContactPerson, Declarations, FilmInformation } from '#contract/submission-steps.ts';
import { SubmissionFee } from '#contract/submission.ts';
import { persistentAtom } from '../lib/persistent-atom.ts';

export const STEPS = [1, 2, 3] as const;
export type Step = (typeof STEPS)[number];

// A draft may be incomplete, so only the fields' types are checked. One that was saved before a field
// existed has none.
const stringFields = <Shape extends z.ZodRawShape>({ shape }: z.ZodObject<Shape>) =>
  z.object(
    Object.fromEntries(Object.keys(shape).map((name) => [name, z.string().default('')])) as {
      [Name in keyof Shape]: z.ZodDefault<z.ZodString>;
    },
  );

const blankFields = <Shape extends z.ZodRawShape>({ shape }: z.ZodObject<Shape>) =>
  Object.fromEntries(Object.keys(shape).map((name) => [name, ''])) as {
    [Name in keyof Shape]: string;
  };

const FilmDraft = stringFields(FilmInformation).extend({
  genres: z.array(z.string()),
  posterKey: z.string().nullable(),
  /** Makes repeated submissions one film. */
  draftKey: z.string(),
  step: z.literal(STEPS),
});
const ContactDraft = stringFields(ContactPerson);
const DeclarationDraft = stringFields(Declarations).extend({
  contactPaymentMethod: Declarations.shape.contactPaymentMethod,
  isDeclared: z.boolean(),
  fee: SubmissionFee.nullable(),
});

function createDraftPart<Draft extends object>(
  key: StorageKey,
  shape: z.ZodType<Draft>,
  blankDraft: () => Draft,
) {
  const stored = persistentAtom(key, shape);
  const read = () => stored.get() ?? blankDraft();
  return {
    read,
    // Chosen: saved while typing, not only with Continue and Back, so a crash of the tab loses
    // nothing.
    save: (change: Partial<Draft>) => stored.set({ ...read(), ...change }),
    remove: () => stored.set(null),
  };
}

// Spec §3: three parts. Log-out clears them.
export const filmDraft = createDraftPart('submissionStepOne', FilmDraft, () => ({
  ...blankFields(FilmInformation),
  genres: [],
  posterKey: null,
  draftKey: randomKey(),
  step: 1 as const,
}));
export const contactDraft = createDraftPart('submissionStepTwo', ContactDraft, () =>
  blankFields(ContactPerson),
);
export const declarationDraft = createDraftPart('submissionStepThree', DeclarationDraft, () => ({
  contactSignature: '',
  contactPlace: '',
  contactSignDate: '',
  contactPayment: '0',
  contactPaymentMethod: '' as const,
  isDeclared: false,
  fee: null,
}));

export function filmFormValues(): FilmInformation {
  const { posterKey: _, draftKey: __, step: ___, ...film } = filmDraft.read();
  return film;
}

export const removeDrafts = () =>
  [filmDraft, contactDraft, declarationDraft].forEach((part) => part.remove());
