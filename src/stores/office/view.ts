import { atom } from 'nanostores';

/** One static page serves all views. The view is in the hash of the URL. */
export type OfficeView =
  | { page: 'invitation'; token: string }
  | { page: 'overview' }
  | { page: 'jobs' }
  | { page: 'job'; jobId: string }
  | { page: 'noun'; noun: string; query: string }
  | { page: 'operation'; noun: string; verb: string; query: string };

const INVITATION = /^#invitation=([^&]+)$/;

function parseView(hash: string): OfficeView {
  const token = INVITATION.exec(hash)?.[1];
  if (token) return { page: 'invitation', token };
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split(/\?(.*)/s);
  const [noun, verb] = path.split('/').map(decode);
  if (!noun) return { page: 'overview' };
  if (noun === 'jobs') return verb ? { page: 'job', jobId: verb } : { page: 'jobs' };
  return verb ? { page: 'operation', noun, verb, query } : { page: 'noun', noun, query };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const withQuery = (path: string, query = '') => (query ? `${path}?${query}` : path);
export const OVERVIEW_HREF = '#/';
export const JOBS_HREF = '#/jobs';
export const jobHref = (jobId: string) => `#/jobs/${encodeURIComponent(jobId)}`;
export const nounHref = (noun: string, query?: string) =>
  withQuery(`#/${encodeURIComponent(noun)}`, query);
export const operationHref = ({ noun, verb }: { noun: string; verb: string }, query?: string) =>
  withQuery(`#/${encodeURIComponent(noun)}/${encodeURIComponent(verb)}`, query);

const currentView = () => parseView(globalThis.location?.hash ?? '');
export const $view = atom<OfficeView>(currentView());
const updateView = () => $view.set(currentView());

/** Returns the function that stops it. */
export function watchHash() {
  updateView();
  globalThis.addEventListener('hashchange', updateView);
  return () => globalThis.removeEventListener('hashchange', updateView);
}

export const goToView = (href: string) => (globalThis.location.hash = href);

/** Also removes an invitation from the history of the browser. */
export function replaceView(href: string) {
  globalThis.history.replaceState(null, '', href);
  updateView();
}
