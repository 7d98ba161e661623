import * as producer from '#contract/producer.ts';
import { sourcesFileName, statementFileName } from '#domain/csv.ts';
import type { Deps } from '../../deps.ts';
import { serveEndpoint } from '../../http/serve-endpoint.ts';
import { negotiateFormat } from '../negotiate-format.ts';
import { readChannelMovies, readChannels, readMovieInfo, readMovieOrders } from './actions.ts';
import { exportOrders } from './export/actions.ts';
import { CSV_TYPE, fileHeaders } from './file-headers.ts';
import { readSales } from './sales/actions.ts';
import { readProducerSales } from './sales/all-movies.ts';
import { sourcesCsv } from './sales/sources-csv.ts';
import { readSources } from './sales/sources.ts';
import { readMonths, readStatement } from './statements/actions.ts';
import { statementCsv } from './statements/csv.ts';

export const producerRoutes = (deps: Deps) => [
  serveEndpoint(producer.myChannels, ({ viewer, query }) => readChannels(deps, viewer, query)),
  serveEndpoint(producer.myChannelMovies, ({ viewer, params, query }) =>
    readChannelMovies({ deps, viewer, channelId: params.channelId, query }),
  ),
  serveEndpoint(producer.movieInfo, ({ viewer, query }) =>
    readMovieInfo(deps, viewer, query.movie),
  ),
  serveEndpoint(producer.movieOrders, async ({ viewer, params, query, context }) => {
    if (negotiateFormat(context, ['application/json', 'text/csv']) === 'application/json')
      return readMovieOrders({ deps, viewer, movieId: params.movieId, query });
    const { file, name, total } = await exportOrders({
      deps,
      viewer,
      movieId: params.movieId,
      descending: query.sort?.descending ?? true,
    });
    return context.body(file, 200, {
      ...fileHeaders(CSV_TYPE, name),
      'X-Total-Rows': String(total),
    });
  }),
  serveEndpoint(producer.movieSales, ({ viewer, params, query }) =>
    readSales({ deps, viewer, movieId: params.movieId, days: query.days }),
  ),
  serveEndpoint(producer.movieSources, async ({ viewer, params, query, context }) => {
    const { movie, sources } = await readSources({
      deps,
      viewer,
      movieId: params.movieId,
      days: query.days,
    });
    if (negotiateFormat(context, ['application/json', 'text/csv']) === 'application/json')
      return sources;
    return context.body(
      sourcesCsv(sources),
      200,
      fileHeaders(CSV_TYPE, sourcesFileName(movie.movieName)),
    );
  }),
  serveEndpoint(producer.mySales, ({ viewer }) => readProducerSales(deps, viewer)),
  serveEndpoint(producer.statementMonths, ({ viewer, params }) =>
    readMonths(deps, viewer, params.movieId),
  ),
  serveEndpoint(producer.statement, async ({ viewer, params, context }) => {
    const statement = await readStatement({
      deps,
      viewer,
      movieId: params.movieId,
      month: params.month,
    });
    const format = negotiateFormat(context, ['application/json', 'application/pdf', 'text/csv']);
    if (format === 'application/json') return statement;
    const isPdf = format === 'application/pdf';
    const file = isPdf ? await renderPdf(statement, deps) : statementCsv(statement);
    const name = statementFileName(statement.movieName, params.month, isPdf ? 'pdf' : 'csv');
    return context.body(file, 200, fileHeaders(isPdf ? format : CSV_TYPE, name));
  }),
];

/**
 * Loaded with the first PDF: the server starts faster without the drawing library and typefaces.
 */
async function renderPdf(statement: producer.Statement, { config }: Deps) {
  const { statementPdf } = await import('./statements/pdf.ts');
  return Buffer.from(await statementPdf(statement, config.supplier));
}
