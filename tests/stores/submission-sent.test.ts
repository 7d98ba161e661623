import { expect, test } from 'vitest';
import { browser } from '../support/tab.ts';
import { aHouseForStores } from '../support/stores.ts';
import { writeDraft } from '../support/submission.ts';
import { DECLARED } from '../support/submission-words.ts';
import { submissionMessages as text } from '#messages/submission.ts';
import { href } from '#routes.ts';
import { genres } from '#server/db/schema/catalogue.ts';
import { takeNotices } from '#stores/notices.ts';
import { declarationDraft } from '#stores/submission-draft.ts';
import { $step, goToStep } from '#stores/submission-wizard.ts';
import { $isSent, declarationsBegun, keepDeclarations, submitFilm } from '#stores/submission.ts';

const house = await aHouseForStores();
const [drama] = await house.database.db.insert(genres).values({ genreName: 'Drama', ordering: 1 }).returning();

test('Submit, pressed once more before the page has left, keeps no draft and leads nowhere else', async () => {
  await house.signIn();
  browser.open(href('submitFilm'));
  await writeDraft([drama!.genreId]);
  goToStep(3);
  const declared = { ...declarationsBegun(), ...DECLARED };
  await submitFilm.run();
  keepDeclarations(declared);
  await submitFilm.run();
  expect(takeNotices().map((notice) => notice.text)).toEqual([text.created]);
  expect($step.get()).toBe(3);
  expect(browser.visits).toEqual([href('home')]);
  expect(declarationDraft.read().contactSignature).toBe('');

  // Back to the page as it was: another film may be written.
  browser.dispatch(Object.assign(new Event('pageshow'), { persisted: true }));
  expect($isSent.get()).toBe(false);
  keepDeclarations(declared);
  expect(declarationDraft.read().contactSignature).toBe(DECLARED.contactSignature);
});
