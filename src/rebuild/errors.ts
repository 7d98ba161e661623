/** The site could not be made, or not published; the message is one sentence for whoever runs the house. The running site stays. */
export class RebuildError extends Error {}

/** Another rebuild is running; this one left (design §5). */
export class RebuildRunning extends RebuildError {}
