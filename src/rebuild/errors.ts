/** The site was not built or not published. The message is shown to the operator. */
export class RebuildError extends Error {}

export class RebuildRunning extends RebuildError {}
