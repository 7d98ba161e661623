import type { Paper, Row } from '#contract/paper.ts';
import { LOGO_PATH, LOGO_SIZE } from '#domain/logo.ts';
import { commonMessages } from '#messages/common.ts';
import { invoiceMessages as text } from '#messages/invoices.ts';

/** A paper for money on the screen; it prints on A4 as it is. */
export const PaperSheet = ({ paper }: { paper: Paper }) => (
  <article className="paper">
    <header>
      <div>
        <h2 className="d3">{paper.title}</h2>
        <p className="sm soft">{paper.numberAndDate}</p>
      </div>
      <p className="logo">
        <svg viewBox={`0 0 ${LOGO_SIZE} ${LOGO_SIZE}`} aria-hidden="true">
          <path fill="currentColor" fillRule="evenodd" d={LOGO_PATH} />
        </svg>
        {commonMessages.brand}
      </p>
    </header>
    <div className="parties sm">{paper.parties.map(Party)}</div>
    <Rows paper={paper} />
    {paper.facts.length > 0 && (
      <dl className="sm">
        {paper.facts.map(([label, value]) => (
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
      {paper.notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </div>
  </article>
);

const Party = ({ label, name, lines }: Paper['parties'][number]) => (
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

const Rows = ({ paper: { rows, total } }: { paper: Paper }) => (
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

/** The label with the film's name marked as words of its own language, and what stands under it. */
function Label({ row: { label, film, note } }: { row: Row }) {
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
