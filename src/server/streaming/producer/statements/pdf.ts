import PDFDocument from 'pdfkit';
import type { Statement } from '#contract/producer.ts';
import { displayMonth, CINEMA_ZONE } from '#domain/dates.ts';
import { distinctEnglishName } from '#domain/film.ts';
import { cinemaDayStart } from '#domain/fiscal-year.ts';
import { commonMessages } from '#messages/common.ts';
import { producerFileMessages as text } from '#messages/producer-files.ts';
import { statementMessages } from '#messages/producer.ts';
import type { Config } from '../../../config/config.ts';
import { getFace } from '../../../typefaces/faces.ts';
import { drawFact, drawHead } from '../../invoices/pdf.ts';
import { isDrawable } from '../../../typefaces/runs.ts';
import { COLOURS, MARGIN, openPdfPage, type PdfPage, writeParagraph } from '../../invoices/pdf-page.ts';
import { drawStatement } from './pdf-table.ts';

type Supplier = Config['supplier'];

/** Tagged A4 page (PDF/UA); the same statement always gives the same bytes. */
export function statementPdf(statement: Statement, supplier: Supplier): Promise<Uint8Array> {
  const month = displayMonth(cinemaDayStart(`${statement.month}-01`), CINEMA_ZONE);
  const page = openPdfPage(new PDFDocument(optionsFor(statement, month, supplier)));
  drawHead(page, { title: text.title, numberAndDate: month });
  drawFilm(page, statement);
  drawStatement(page, statement);
  page.moveDown(14);
  for (const fact of factsOf(statement, supplier)) drawFact(page, fact);
  page.moveDown(8);
  for (const note of notesOf(statement)) {
    writeParagraph(page, note, { size: 9.5, colour: COLOURS.soft });
    page.moveDown(4);
  }
  return page.close();
}

// PDFKit's types lack parsed fonts and PDF/UA.
const optionsFor = (statement: Statement, month: string, supplier: Supplier): object => ({
  size: 'A4',
  margin: MARGIN,
  pdfVersion: '1.7',
  subset: 'PDF/UA',
  tagged: true,
  lang: 'en-IN',
  displayTitle: true,
  font: getFace('noto-sans').font,
  info: {
    Title: `${text.title} ${month}, ${statement.movieName}`,
    Author: supplier?.name ?? commonMessages.brand,
    CreationDate: new Date(`${statement.month}-01T00:00:00Z`),
  },
});

/** Draws the English name if no typeface covers the name. */
function drawFilm(page: PdfPage, statement: Statement): void {
  const { movieName, movieNameEn } = statement;
  const englishName = distinctEnglishName(statement);
  writeParagraph(page, isDrawable(movieName) ? movieName : (movieNameEn ?? text.unprintableFilm), { size: 14 });
  if (englishName && isDrawable(movieName)) writeParagraph(page, englishName, { size: 10.5, colour: COLOURS.soft });
  page.moveDown(14);
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
