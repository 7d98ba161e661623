import type { InvoiceDocument, DocumentRow } from '#contract/invoice-document.ts';
import { LOGO_PATH, LOGO_SIZE } from '#domain/logo.ts';
import { commonMessages } from '#messages/common.ts';
import { invoiceMessages as text } from '#messages/invoices.ts';

/** Invoice, confirmation or credit note; prints on A4. */
export const DocumentView = ({ invoiceDocument }: { invoiceDocument: InvoiceDocument }) => (
  <article
    className="document max-w-[38.75rem] border border-line bg-surface px-6 py-7 print:max-w-none print:border-0 print:bg-transparent print:p-0"
    data-theme="light"
  >
    <header className="flex items-start justify-between gap-4 max-[20rem]:flex-wrap border-b-2 border-ink pb-4">
      <div>
        <h2 className="heading-3">{invoiceDocument.title}</h2>
        <p className="small text-soft">{withUnbrokenNumbers(invoiceDocument.numberAndDate)}</p>
      </div>
      <p className="logo min-h-0 text-action max-sm:gap-[7px] max-sm:text-22">
        <svg
          className="max-sm:size-[21px]"
          viewBox={`0 0 ${LOGO_SIZE} ${LOGO_SIZE}`}
          aria-hidden="true"
        >
          <path fill="currentColor" fillRule="evenodd" d={LOGO_PATH} />
        </svg>
        <span>{commonMessages.brand}</span>
      </p>
    </header>
    <div className="small grid grid-cols-[repeat(auto-fit,minmax(180px,1fr))] gap-4 py-4.5 wrap-anywhere">
      {invoiceDocument.parties.map(Party)}
    </div>
    <Rows invoiceDocument={invoiceDocument} />
    {invoiceDocument.facts.length > 0 && (
      <dl className="small mt-4.5 grid gap-1">
        {invoiceDocument.facts.map(([label, value]) => (
          <div key={label} className="grid grid-cols-[minmax(96px,30%)_minmax(0,1fr)] gap-4">
            <dt className="text-soft">{label}</dt>
            <dd className="wrap-anywhere">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    )}
    <div className="small mt-4.5 grid gap-1.5 text-soft">
      {invoiceDocument.notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </div>
  </article>
);

/** A browser would break `M26-000101` at the hyphen, and `21 Nov 2026` at a space. */
const withUnbrokenNumbers = (words: string) =>
  words
    .split(/([A-Z]{0,8}\d{1,12}(?:[-/][A-Z]{0,8}\d{1,12}){1,4}|\d{1,2} [A-Z][a-z]{2,9} \d{4})/)
    .map((part, index) => (
      <span key={index} className={index % 2 === 0 ? undefined : 'whitespace-nowrap'}>
        {part}
      </span>
    ));

const Party = ({ label, name, lines }: InvoiceDocument['parties'][number]) => (
  <div key={label}>
    <p className="mb-1 wide-label text-soft">{label}</p>
    <p>
      <bdi>{withUnbrokenNumbers(name)}</bdi>
    </p>
    {lines.map((line) => (
      <p key={line}>{line}</p>
    ))}
  </div>
);

const Rows = ({ invoiceDocument: { rows, total } }: { invoiceDocument: InvoiceDocument }) => (
  <table className="w-full tabular">
    <thead>
      <tr>
        <th scope="col">{text.description}</th>
        <th scope="col">{text.amount}</th>
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={row.label}>
          <th scope="row">
            <Label row={row} />
          </th>
          <td>{row.amount}</td>
        </tr>
      ))}
    </tbody>
    <tfoot>
      <tr>
        <th scope="row">{total.label}</th>
        <td>{total.amount}</td>
      </tr>
    </tfoot>
  </table>
);

/** Marks the film's name with its language. */
function Label({ row: { label, film, note } }: { row: DocumentRow }) {
  const at = film ? label.indexOf(film.name) : -1;
  return (
    <>
      {film && at >= 0 ? (
        <>
          <span>{label.slice(0, at)}</span>
          <bdi lang={film.lang ?? undefined}>{film.name}</bdi>
          <span>{label.slice(at + film.name.length)}</span>
        </>
      ) : (
        <span>{label}</span>
      )}
      {film?.nameEn && <span className="small">{film.nameEn}</span>}
      {note && <span className="small text-soft">{note}</span>}
    </>
  );
}
