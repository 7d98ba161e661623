import { keepDeclarations, type Declarations } from '#stores/submission.ts';
import { contactDraft, filmDraft } from '#stores/submission-draft.ts';
import { chosenGenres, loadGenres } from '#stores/submission-genres.ts';
import { CONTACT, DECLARED, FILM } from './submission-words.ts';

/** All three steps are filled in, with these genres of the house. */
export async function writeDraft(genres: readonly number[], declared: Partial<Declarations> = {}) {
  await loadGenres();
  filmDraft.keep({ ...FILM, genres: genres.map(String) });
  contactDraft.keep(CONTACT);
  keepDeclarations({ ...DECLARED, ...declared });
  return chosenGenres(filmDraft.read().genres);
}
