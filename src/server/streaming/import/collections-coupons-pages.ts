import {
  allCoupons,
  existingCollections,
  existingPages,
  saveCollection,
  saveCoupons,
  savePages,
} from './queries.ts';
import { parseImportDate } from './date.ts';
import { idsOf, type References } from './references.ts';
import { CollectionRow, CouponRow, PageRow } from './rows.ts';
import { digestOf, type Run, type Section } from './section.ts';

export async function collectionSection(
  { db }: Run,
  references: References,
): Promise<Section<CollectionRow, CollectionRow & { movieIds: number[] }>> {
  return {
    name: 'collections',
    schema: CollectionRow,
    refOf: (row) => row.name,
    existing: await existingCollections(db),
    prepare: (row) => ({ ...row, movieIds: idsOf(references, row.movies) }),
    save: async (tx, rows) => {
      for (const { value, digest } of rows) {
        const { name, ordering, movieIds } = value;
        await saveCollection(tx, { name, ordering, importDigest: digest }, movieIds);
      }
    },
  };
}

type CouponTerms = CouponRow & { movieIds: number[] | null };

export async function couponSection(
  run: Run,
  references: References,
): Promise<Section<CouponRow, CouponTerms>> {
  return {
    name: 'coupons',
    schema: CouponRow,
    // Viewers type codes in any case.
    refOf: (row) => row.couponCode.toUpperCase(),
    existing: new Map(
      (await allCoupons(run.db)).map((row) => [row.couponCode.toUpperCase(), row.importDigest]),
    ),
    prepare: (row) => ({ ...row, movieIds: row.movies && idsOf(references, row.movies) }),
    save: (tx, rows) =>
      saveCoupons(
        tx,
        rows.map(({ value, ref, digest }) => ({
          ...columnsOf(value, run.now),
          couponCode: ref,
          importDigest: digest,
        })),
      ),
  };
}

/** Relative dates count from the import that adds or changes the row. */
const columnsOf = ({ validFrom, validUntil, movies: _, ...row }: CouponTerms, now: Date) => ({
  ...row,
  validFrom: validFrom ? parseImportDate(validFrom, now) : null,
  validUntil: validUntil ? parseImportDate(validUntil, now) : null,
});

export async function pageSection({ db }: Run): Promise<Section<PageRow, PageRow>> {
  return {
    name: 'pages',
    schema: PageRow,
    refOf: (row) => row.name,
    existing: new Map((await existingPages(db)).map((page) => [page.name, pageDigest(page)])),
    prepare: (row) => row,
    save: (tx, rows) =>
      savePages(
        tx,
        rows.map(({ value }) => value),
      ),
  };
}

/** Pages store no digest, so compute it from the stored text. */
const pageDigest = ({ name, pageContent }: { name: string; pageContent: string }) =>
  digestOf([{ name, pageContent }, null]);
