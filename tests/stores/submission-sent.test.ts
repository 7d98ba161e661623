import { expect, test } from 'vitest';
import { browser } from '../support/fake-browser.ts';
import { aServerForStores } from '../support/stores.ts';
import { fillDraft } from '../support/fill-draft.ts';
import { DECLARED } from '../support/submission-data.ts';
import { submissionMessages as text } from '#messages/submission.ts';
import { href, submittedFilmPath } from '#routes.ts';
import { genres } from '#server/db/schema/catalogue.ts';
import { $submissions, loadSubmissions } from '#stores/submission/my-submissions.ts';
import { takeNotices } from '#stores/notices/notices.ts';
import { declarationDraft } from '#stores/submission/draft.ts';
import { $step, goToStep } from '#stores/submission/wizard.ts';
import {
  $isSent,
  initialDeclarations,
  saveDeclarations,
  submitFilm,
} from '#stores/submission/submission.ts';

const server = await aServerForStores();
const [drama] = await server.database.db
  .insert(genres)
  .values({ genreName: 'Drama', ordering: 1 })
  .returning();

test('a second click on Submit before the page changes stores no draft and has no effect', async () => {
  await server.signIn();
  browser.open(href('submitFilm'));
  await fillDraft([drama!.genreId]);
  goToStep(3);
  const declared = { ...initialDeclarations(), ...DECLARED };
  await submitFilm.run();
  saveDeclarations(declared);
  await submitFilm.run();
  expect(takeNotices().map((notice) => notice.text)).toEqual([text.created]);
  expect($step.get()).toBe(3);
  await loadSubmissions();
  expect(browser.visits).toEqual([submittedFilmPath($submissions.get().films[0]!.movieId)]);
  expect(declarationDraft.read().contactSignature).toBe('');

  // After a return from the back/forward cache, another film can be written.
  browser.dispatch(Object.assign(new Event('pageshow'), { persisted: true }));
  expect($isSent.get()).toBe(false);
  saveDeclarations(declared);
  expect(declarationDraft.read().contactSignature).toBe(DECLARED.contactSignature);
});
