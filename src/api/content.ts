import { publicPage, type PageName } from '#contract/content.ts';
import { call } from './http.ts';

export const fetchPage = async (name: PageName) =>
  (await call(publicPage, { params: { name } })).pageContent;
