import type { Statement } from '#contract/producer.ts';
import { CINEMA_ZONE } from '#domain/dates.ts';
import { distinctEnglishName } from '#domain/film.ts';
import { cinemaDayStart } from '#domain/fiscal-year.ts';
import { displayMonth } from '#domain/format/dates.ts';
import { displayPlainDate } from '#domain/format/plain-days.ts';
import { commonMessages } from '#messages/common.ts';
import { producerFileMessages as text } from '#messages/producer-files.ts';
import { statementMessages } from '#messages/producer.ts';
import type { Config } from '../../../config/config.ts';
import { isDrawable } from '../../../typefaces/runs.ts';
import { createPdf } from '../../invoices/pdf-document.ts';
import { COLOURS, type PdfPage, writeParagraph } from '../../invoices/pdf-page.ts';
import { amountOf, drawStatement } from './pdf-table.ts';

type Supplier = Config['supplier'];

export function statementPdf(statement: Statement, supplier: Supplier): Promise<Uint8Array> {
  const month = displayMonth(cinemaDayStart(`${statement.month}-01`), CINEMA_ZONE);
  const info = {
    title: `${text.title} ${month}, ${statement.movieName}`,
    author: supplier?.name ?? commonMessages.brand,
    date: `${statement.month}-01`,
  };
  const { title } = text;
  const content = {
    title,
    numberAndDate: month,
    facts: factsOf(statement, supplier),
    notes: notesOf(statement),
  };
  return createPdf(info, content, (page) => {
    drawFilm(page, statement);
    drawStatement(page, statement);
  });
}

/** Draws the English name if no typeface covers the name. */
function drawFilm(page: PdfPage, statement: Statement): void {
  const { movieName, movieNameEn } = statement;
  const englishName = distinctEnglishName(statement);
  writeParagraph(
    page,
    isDrawable(movieName) ? movieName : (movieNameEn ?? text.unprintableFilmName),
    { size: 14 },
  );
  if (englishName && isDrawable(movieName))
    writeParagraph(page, englishName, { size: 10.5, colour: COLOURS.soft });
  page.moveDown(14);
}

type Fact = [label: string, value: string];

const factsOf = ({ platformSharePercents, approval }: Statement, supplier: Supplier): Fact[] => {
  const facts: [label: string, value: string | null | false][] = [
    [text.state, approval && statementMessages.approval(approval, displayPlainDate)],
    [text.platformShares, platformSharePercents.length > 0 && text.percents(platformSharePercents)],
    [text.issuedBy, supplier && text.nameAndGstin(supplier.name, supplier.gstin)],
  ];
  return facts.filter((fact): fact is Fact => Boolean(fact[1]));
};

const notesOf = ({ isOpen, approval, returned, estimatedFees, total }: Statement): string[] =>
  [
    isOpen ? statementMessages.isOpen : null,
    text.shareNote,
    statementMessages.gstNote,
    returned.tickets ? text.returnedNote : null,
    approval && approval.producerShare !== total.producerShare
      ? statementMessages.approvedShare(amountOf('producerShare', approval.producerShare))
      : null,
    estimatedFees ? statementMessages.estimated(estimatedFees) : null,
  ].filter((note) => note !== null);
