import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { requireDispute } from '../payments/disputes/list-disputes.ts';
import type { ListedDispute } from '../payments/disputes/queries.ts';

/** Throws dispute_unknown, and evidence_missing if the payment is not known here. */
export async function requireEvidence(deps: Deps, disputeId: string): Promise<ListedDispute> {
  const listed = await requireDispute(deps, disputeId);
  const { movieOrderId, feeId } = listed.dispute;
  if (movieOrderId === null && feeId === null) throw new AppError('evidence_missing');
  return listed;
}

/** A PDF of all that is stored about the disputed payment. Throws as requireEvidence. */
export async function disputeEvidencePdf(deps: Deps, disputeId: string): Promise<Uint8Array> {
  const listed = await requireEvidence(deps, disputeId);
  // The typefaces take memory, and few processes make such a PDF.
  const { evidencePdf } = await import('./pdf.ts');
  return evidencePdf(
    { disputeId, at: deps.now(), sections: await collectSections(deps, listed) },
    deps.config.supplier,
  );
}

async function collectSections({ db }: Deps, listed: ListedDispute) {
  const { movieOrderId, feeId } = listed.dispute;
  if (movieOrderId === null)
    return (await import('./fee-evidence.ts')).feeSections(db, listed, feeId!);
  return (await import('./ticket-evidence.ts')).ticketSections(db, listed, movieOrderId);
}
