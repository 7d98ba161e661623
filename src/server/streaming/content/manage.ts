import { PAGE_NAMES, type PageName } from '#contract/content.ts';
import type { Deps } from '../../deps.ts';
import { type Change, changeOf } from '../../operator/change.ts';
import { allPages, findPage, upsertPage } from './queries.ts';

export async function listPages({ db }: Deps) {
  const texts = new Map((await allPages(db)).map(({ name, pageContent }) => [name, pageContent]));
  return PAGE_NAMES.map((name) => ({ name, characters: texts.get(name)?.length ?? 0 }));
}

export const readPage = async ({ db }: Deps, name: PageName): Promise<string> =>
  (await findPage(db, name))?.pageContent ?? '';

export async function editPage(deps: Deps, name: PageName, pageContent: string): Promise<Change[]> {
  const before = await readPage(deps, name);
  await upsertPage(deps.db, name, pageContent);
  return changeOf(`page ${name}`, { pageContent: before }, { pageContent });
}
