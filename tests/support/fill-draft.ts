import { saveDeclarations, type Declarations } from '#stores/submission/submission.ts';
import { contactDraft, filmDraft } from '#stores/submission/draft.ts';
import { chosenGenres, loadGenres } from '#stores/submission/genres.ts';
import { CONTACT, DECLARED, FILM } from './submission-data.ts';

/** Fills in all three steps of the wizard. Returns the chosen genres. */
export async function fillDraft(genres: readonly number[], declared: Partial<Declarations> = {}) {
  await loadGenres();
  filmDraft.save({ ...FILM, genres: genres.map(String) });
  contactDraft.save(CONTACT);
  saveDeclarations({ ...DECLARED, ...declared });
  return chosenGenres(filmDraft.read().genres);
}
