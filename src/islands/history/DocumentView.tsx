import type { InvoiceDocument, DocumentRow } from '#contract/invoice-document.ts';
import { LOGO_PATH, LOGO_SIZE } from '#domain/logo.ts';
import { commonMessages } from '#messages/common.ts';
import { invoiceMessages as text } from '#messages/invoices.ts';

/** Invoice, confirmation or credit note; prints on A4. */
export const DocumentView = ({ invoiceDocument }: { invoiceDocument: InvoiceDocument }) => (
  <article className="document">
    <header>
      <div>
        <h2 className="d3">{invoiceDocument.title}</h2>
        <p className="sm soft">{invoiceDocument.numberAndDate}</p>
      </div>
      <p className="logo">
        <svg viewBox={`0 0 ${LOGO_SIZE} ${LOGO_SIZE}`} aria-hidden="true">
          <path fill="currentColor" fillRule="evenodd" d={LOGO_PATH} />
        </svg>
        {commonMessages.brand}
      </p>
    </header>
    <div className="parties sm">{invoiceDocument.parties.map(Party)}</div>
    <Rows invoiceDocument={invoiceDocument} />
    {invoiceDocument.facts.length > 0 && (
      <dl className="sm">
        {invoiceDocument.facts.map(([label, value]) => (
          <div key={label}>
            <dt className="soft">{label}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    )}
    <div className="notes sm soft">
      {invoiceDocument.notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </div>
  </article>
);

const Party = ({ label, name, lines }: InvoiceDocument['parties'][number]) => (
  <div key={label}>
    <p className="wide soft">{label}</p>
    <p>
      <bdi>{name}</bdi>
    </p>
    {lines.map((line) => (
      <p key={line}>{line}</p>
    ))}
  </div>
);

const Rows = ({ invoiceDocument: { rows, total } }: { invoiceDocument: InvoiceDocument }) => (
  <table className="num">
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
          {label.slice(0, at)}
          <bdi lang={film.lang ?? undefined}>{film.name}</bdi>
          {label.slice(at + film.name.length)}
        </>
      ) : (
        label
      )}
      {film?.nameEn && <span className="sm">{film.nameEn}</span>}
      {note && <span className="sm soft">{note}</span>}
    </>
  );
}
