import { z } from 'zod';
import { newKey } from '#api/http.ts';
import { ContactPerson, Declarations, FilmInformation } from '#contract/submission-steps.ts';
import { SubmissionFee } from '#contract/submission.ts';
import { persisted, type Persisted } from './lib/persisted.ts';

export const STEPS = [1, 2, 3] as const;
export type Step = (typeof STEPS)[number];

// What is kept may be half written: the fields' types hold, their rules not yet.
const strings = <Shape extends z.ZodRawShape>({ shape }: z.ZodObject<Shape>) =>
  z.object(
    Object.fromEntries(Object.keys(shape).map((name) => [name, z.string()])) as { [Name in keyof Shape]: z.ZodString },
  );

const FilmDraft = strings(FilmInformation).extend({
  genres: z.array(z.string()),
  posterKey: z.string().nullable(),
  /** The same film, however often it is sent. */
  draftKey: z.string(),
  /** Where the wizard was left. */
  step: z.literal(STEPS),
});
const ContactDraft = strings(ContactPerson);
const DeclarationDraft = strings(Declarations).extend({
  contactPaymentMethod: Declarations.shape.contactPaymentMethod,
  isDeclared: z.boolean(),
  /** What was begun or paid for this film. */
  fee: SubmissionFee.nullable(),
});

/** Spec §3: three parts; the end of the session forgets them with all the rest. */
const parts = {
  film: persisted('submissionStepOne', FilmDraft),
  contact: persisted('submissionStepTwo', ContactDraft),
  declarations: persisted('submissionStepThree', DeclarationDraft),
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
    draftKey: newKey(),
    step: 1,
  }),
  contact: (): z.infer<typeof ContactDraft> => ({ contactName: '', contactEmail: '', contactPhone: '' }),
  declarations: (): z.infer<typeof DeclarationDraft> => ({
    contactSignature: '',
    contactPlace: '',
    contactSignDate: '',
    contactPayment: '',
    contactPaymentMethod: '',
    isDeclared: false,
    fee: null,
  }),
};

function part<Draft extends object>(kept: Persisted<Draft>, begin: () => Draft) {
  const read = () => kept.get() ?? begin();
  return {
    /** What was kept, or a blank one. */
    read,
    // Chosen: beyond Continue and Back, what is typed is kept as it is typed, so that a crash of the tab takes nothing.
    keep: (change: Partial<Draft>) => kept.set({ ...read(), ...change }),
  };
}

export const filmDraft = part(parts.film, blank.film);
export const contactDraft = part(parts.contact, blank.contact);
export const declarationDraft = part(parts.declarations, blank.declarations);

/** What stands in the fields of step 1. */
export function filmWritten(): FilmInformation {
  const { posterKey: _, draftKey: __, step: ___, ...film } = filmDraft.read();
  return film;
}

/** Spec §4: once the film is in with its genres, all three are removed. */
export const removeDrafts = () => Object.values(parts).forEach((each) => each.set(null));
