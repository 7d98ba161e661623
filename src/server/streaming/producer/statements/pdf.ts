import PDFDocument from 'pdfkit';
import type { Statement } from '#contract/producer.ts';
import { displayMonth, HOUSE_ZONE } from '#domain/dates.ts';
import { secondName } from '#domain/film.ts';
import { houseDayStart } from '#domain/fiscal-year.ts';
import { commonMessages } from '#messages/common.ts';
import { producerFileMessages as text } from '#messages/producer-files.ts';
import { statementMessages } from '#messages/producer.ts';
import type { Config } from '../../../config/config.ts';
import { faceOf } from '../../../typefaces/faces.ts';
import { drawFact, drawHead } from '../../invoices/pdf.ts';
import { isDrawable } from '../../../typefaces/runs.ts';
import { COLOURS, MARGIN, openSheet, type Sheet, writeParagraph } from '../../invoices/sheet.ts';
import { drawStatement } from './pdf-table.ts';

type Supplier = Config['supplier'];

/** The statement on A4: real text that can be copied and read aloud, and the same bytes for the same figures. */
export function statementPdf(statement: Statement, supplier: Supplier): Promise<Uint8Array> {
  const month = displayMonth(houseDayStart(`${statement.month}-01`), HOUSE_ZONE);
  const sheet = openSheet(new PDFDocument(optionsFor(statement, month, supplier)));
  drawHead(sheet, { title: text.title, numberAndDate: month });
  drawFilm(sheet, statement);
  drawStatement(sheet, statement);
  sheet.down(14);
  for (const fact of factsOf(statement, supplier)) drawFact(sheet, fact);
  sheet.down(8);
  for (const note of notesOf(statement)) {
    writeParagraph(sheet, note, { size: 9.5, colour: COLOURS.soft });
    sheet.down(4);
  }
  return sheet.close();
}

// PDFKit's types do not know yet that a font may come parsed, nor PDF/UA.
const optionsFor = (statement: Statement, month: string, supplier: Supplier): object => ({
  size: 'A4',
  margin: MARGIN,
  pdfVersion: '1.7',
  subset: 'PDF/UA',
  tagged: true,
  lang: 'en-IN',
  displayTitle: true,
  font: faceOf('noto-sans').font,
  info: {
    Title: `${text.title} ${month}, ${statement.movieName}`,
    Author: supplier?.name ?? commonMessages.brand,
    CreationDate: new Date(`${statement.month}-01T00:00:00Z`),
  },
});

/** By its English name, where no face has the letters of its own. */
function drawFilm(sheet: Sheet, statement: Statement): void {
  const { movieName, movieNameEn } = statement;
  const other = secondName(statement);
  writeParagraph(sheet, isDrawable(movieName) ? movieName : (movieNameEn ?? text.filmNotDrawn), { size: 14 });
  if (other && isDrawable(movieName)) writeParagraph(sheet, other, { size: 10.5, colour: COLOURS.soft });
  sheet.down(14);
}

type Fact = [label: string, value: string];

const factsOf = ({ platformSharePercents }: Statement, supplier: Supplier): Fact[] => [
  ...(platformSharePercents.length ? [[text.platformShares, text.percents(platformSharePercents)] satisfies Fact] : []),
  ...(supplier ? [[text.issuedBy, text.nameAndGstin(supplier.name, supplier.gstin)] satisfies Fact] : []),
];

const notesOf = ({ isOpen, returned, estimatedFees }: Statement): string[] => [
  ...(isOpen ? [statementMessages.isOpen] : []),
  text.shareNote,
  statementMessages.gstNote,
  ...(returned.tickets ? [text.returnedNote] : []),
  ...(estimatedFees ? [statementMessages.estimated(estimatedFees)] : []),
];
