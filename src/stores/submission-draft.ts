import { z } from 'zod';
import { randomKey } from '#api/http.ts';
import { ContactPerson, Declarations, FilmInformation } from '#contract/submission-steps.ts';
import { SubmissionFee } from '#contract/submission.ts';
import { persistentAtom, type PersistentAtom } from './lib/persistent-atom.ts';

export const STEPS = [1, 2, 3] as const;
export type Step = (typeof STEPS)[number];

// A draft may be incomplete, so only the fields' types are checked.
const stringFields = <Shape extends z.ZodRawShape>({ shape }: z.ZodObject<Shape>) =>
  z.object(
    Object.fromEntries(Object.keys(shape).map((name) => [name, z.string()])) as { [Name in keyof Shape]: z.ZodString },
  );

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

/** Spec §3: three parts. Log-out clears them. */
const parts = {
  film: persistentAtom('submissionStepOne', FilmDraft),
  contact: persistentAtom('submissionStepTwo', ContactDraft),
  declarations: persistentAtom('submissionStepThree', DeclarationDraft),
};

const blank = {
  film: (): z.infer<typeof FilmDraft> => ({
    movieName: '',
    movieNameEn: '',
    countryOfProduction: '',
    runningTime: '',
    yearProduced: '',
    yearReleased: '',
    primaryLanguage: '',
    website: '',
    genres: [],
    movieDescription: '',
    posterKey: null,
    draftKey: randomKey(),
    step: 1,
  }),
  contact: (): z.infer<typeof ContactDraft> => ({ contactName: '', contactEmail: '', contactPhone: '' }),
  declarations: (): z.infer<typeof DeclarationDraft> => ({
    contactSignature: '',
    contactPlace: '',
    contactSignDate: '',
    contactPayment: '0',
    contactPaymentMethod: '',
    isDeclared: false,
    fee: null,
  }),
};

function createDraftPart<Draft extends object>(stored: PersistentAtom<Draft>, blankDraft: () => Draft) {
  const read = () => stored.get() ?? blankDraft();
  return {
    read,
    // Chosen: saved while typing, not only with Continue and Back, so a crash of the tab loses nothing.
    save: (change: Partial<Draft>) => stored.set({ ...read(), ...change }),
  };
}

export const filmDraft = createDraftPart(parts.film, blank.film);
export const contactDraft = createDraftPart(parts.contact, blank.contact);
export const declarationDraft = createDraftPart(parts.declarations, blank.declarations);

export function filmFormValues(): FilmInformation {
  const { posterKey: _, draftKey: __, step: ___, ...film } = filmDraft.read();
  return film;
}

export const removeDrafts = () => Object.values(parts).forEach((each) => each.set(null));
