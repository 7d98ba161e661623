import { knownCollections, knownCoupons, knownPages, saveCollection, saveCoupons, savePages } from './queries.ts';
import { momentOf } from './moment.ts';
import { idsOf, type References } from './references.ts';
import { CollectionRow, CouponRow, PageRow } from './rows.ts';
import { digestOf, digests, type Run, type Section } from './section.ts';

export async function collectionSection(
  { db }: Run,
  references: References,
): Promise<Section<CollectionRow, CollectionRow & { movieIds: number[] }>> {
  return {
    name: 'collections',
    schema: CollectionRow,
    refOf: (row) => row.name,
    known: digests(await knownCollections(db)),
    prepare: (row) => ({ ...row, movieIds: idsOf(references, row.movies) }),
    save: async (tx, rows) => {
      for (const { value, digest } of rows) {
        await saveCollection(tx, {
          values: { name: value.name, ordering: value.ordering, importDigest: digest },
          movieIds: value.movieIds,
        });
      }
    },
  };
}

type CouponTerms = CouponRow & { movieIds: number[] | null };

export async function couponSection(
  { db, now }: Run,
  references: References,
): Promise<Section<CouponRow, CouponTerms>> {
  return {
    name: 'coupons',
    schema: CouponRow,
    // Viewers type codes in any case.
    refOf: (row) => row.couponCode.toUpperCase(),
    known: digests((await knownCoupons(db)).map(({ ref, digest }) => ({ ref: ref.toUpperCase(), digest }))),
    prepare: (row) => ({ ...row, movieIds: row.movies && idsOf(references, row.movies) }),
    save: (tx, rows) =>
      saveCoupons(
        tx,
        rows.map(({ value, ref, digest }) => ({ ...columnsOf(value, now), couponCode: ref, importDigest: digest })),
      ),
  };
}

/** A relative date counts from the import that brings the row in, or that finds it changed. */
const columnsOf = ({ validFrom, validUntil, movies: _, ...row }: CouponTerms, now: Date) => ({
  ...row,
  validFrom: validFrom ? momentOf(validFrom, now) : null,
  validUntil: validUntil ? momentOf(validUntil, now) : null,
});

export async function pageSection({ db }: Run): Promise<Section<PageRow, PageRow>> {
  return {
    name: 'pages',
    schema: PageRow,
    refOf: (row) => row.name,
    known: new Map((await knownPages(db)).map((page) => [page.name, pageDigest(page)])),
    prepare: (row) => row,
    save: (tx, rows) =>
      savePages(
        tx,
        rows.map(({ value }) => value),
      ),
  };
}

/** A page keeps no digest: what is stored is what was read. */
const pageDigest = ({ name, pageContent }: { name: string; pageContent: string }) =>
  digestOf([{ name, pageContent }, null]);
