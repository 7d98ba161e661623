import * as contract from '#contract/producer.ts';
import { PAGE_SIZES } from '#domain/limits/lists.ts';
import { call, callForFile, type FileOptions } from './http.ts';

// Spec §7: pages start at 0, newest first.
const size = PAGE_SIZES.producer;

export const fetchChannels = (page: number) =>
  call(contract.myChannels, { query: { page, size, sort: 'createdOn,desc' } });

export const fetchChannelMovies = (channelId: number, page: number) =>
  call(contract.myChannelMovies, { params: { channelId }, query: { page, size } });

export const fetchMovieOrders = (movieId: number, page: number) =>
  call(contract.movieOrders, {
    params: { movieId },
    query: { page, size, sort: 'orderDate,desc' },
  });

export const fetchOrdersFile = (movieId: number, options: FileOptions) =>
  callForFile(contract.movieOrders, {
    input: {
      params: { movieId },
      query: { page: 0, size: PAGE_SIZES.csvExport, sort: 'orderDate,desc' },
    },
    accept: 'text/csv',
    fileOptions: options,
  });

export const fetchMovieInfo = (movie: number) => call(contract.movieInfo, { query: { movie } });

export const fetchMovieSales = (movieId: number, days: number) =>
  call(contract.movieSales, { params: { movieId }, query: { days } });

export const fetchMovieSources = (movieId: number) =>
  call(contract.movieSources, { params: { movieId }, query: {} });

export const fetchSourcesFile = (movieId: number) =>
  callForFile(contract.movieSources, {
    input: { params: { movieId }, query: {} },
    accept: 'text/csv',
  });

export const fetchMySales = () => call(contract.mySales, {});

export const fetchStatementMonths = (movieId: number) =>
  call(contract.statementMonths, { params: { movieId } });

export const fetchStatement = (movieId: number, month: string) =>
  call(contract.statement, { params: { movieId, month } });

export const fetchStatementFile = (movieId: number, month: string, accept: string) =>
  callForFile(contract.statement, { input: { params: { movieId, month } }, accept });
