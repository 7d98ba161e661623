import type { Declarations } from '#contract/submission-steps.ts';

/** Data of a filmmaker for the three steps. */
export const FILM = {
  movieName: 'ஒரு கோடை',
  movieNameEn: 'One Summer',
  countryOfProduction: 'India',
  runningTime: '96 minutes',
  yearProduced: '2025',
  yearReleased: 'not yet',
  primaryLanguage: 'Tamil',
  website: 'films.example/one-summer',
  movieDescription: 'Two sisters repair their grandfather’s boat.',
};
export const CONTACT = {
  contactName: 'Meena Rao',
  contactEmail: 'meena@films.example',
  contactPhone: '9876543210',
};
export const DECLARED: Declarations = {
  contactSignature: 'M. Rao',
  contactPlace: 'Chennai',
  contactSignDate: '2026-11-21',
  contactPayment: '0',
  contactPaymentMethod: '',
  isDeclared: true,
};
