/** The site was not built or not published. The message is shown to the operator. */
export class RebuildError extends Error {}

/** Another process is rebuilding the site or rolling it back. */
export class RebuildRunningError extends RebuildError {}
