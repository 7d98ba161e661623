import { fold } from '#domain/fold.ts';
import { nearestName } from '#domain/nearest-name.ts';
import { RowError } from './errors.ts';
import type { NameKind, NewName } from './report.ts';
import type { MovieRow } from './rows.ts';

export interface CatalogueNames {
  /**
   * Returns the spelling of the cinema. Throws RowError for a new name that the import may not
   * create.
   */
  resolve: (row: MovieRow) => Pick<MovieRow, 'primaryLanguage' | 'genres'>;
  newNames: () => NewName[];
}

/**
 * A mistyped name would become a filter of the site, so a new name needs the operator's permission.
 */
export function createCatalogueNames(
  existing: Record<NameKind, string[]>,
  { mayCreate }: { mayCreate: boolean },
): CatalogueNames {
  const spellings = {
    language: new Map(existing.language.map((name) => [fold(name), name])),
    genre: new Map(existing.genre.map((name) => [fold(name), name])),
  };
  const newNames = new Map<string, NewName>();
  const find = (kind: NameKind, name: string): string | RowError => {
    const known = existing[kind].includes(name) ? name : spellings[kind].get(fold(name));
    if (known !== undefined) return known;
    const key = `${kind} ${fold(name)}`;
    const newName = newNames.get(key) ?? {
      kind,
      name,
      nearest: nearestName(name, existing[kind]),
      films: 0,
    };
    newName.films++;
    newNames.set(key, newName);
    return mayCreate ? newName.name : unknownNameError(newName);
  };
  return {
    resolve: ({ primaryLanguage, genres }) => {
      // All names are looked up before the first is rejected, so that the report lists each.
      const found = [
        find('language', primaryLanguage),
        ...(genres ?? []).map((name) => find('genre', name)),
      ];
      const [language, ...ofGenres] = found.map(throwIfError);
      return { primaryLanguage: language ?? primaryLanguage, genres: [...new Set(ofGenres)] };
    },
    newNames: () => [...newNames.values()],
  };
}

function throwIfError(name: string | RowError): string {
  if (name instanceof RowError) throw name;
  return name;
}

function unknownNameError({ kind, name, nearest }: NewName): RowError {
  const hint = nearest === null ? '' : `; did you mean "${nearest}"?`;
  return new RowError(`there is no ${kind} "${name}"${hint}`, `there is no such ${kind}`, name);
}
