/** Where a process touches the world outside: what it does next is not done any more once the fuse has burnt down. */
export type Moment = 'statement' | 'commit' | 'committed' | 'request' | 'answer';

export class ProcessDied extends Error {}

export type Fuse = ReturnType<typeof aFuse>;

/** Ends a process after some more moments, in the middle of what it does: kill -9, to be repeated at will. */
export function aFuse(onDeath: () => void) {
  let left = Infinity;
  let meant: Moment | 'any' = 'any';
  let diedAt: Moment | undefined;

  return {
    /** Burns for so many moments, or for so many of one kind. */
    light(moments: number, kind: Moment | 'any') {
      left = moments;
      meant = kind;
    },
    diedAt: () => diedAt,
    /** Ends it here and now, while it does nothing. */
    die() {
      diedAt ??= 'statement';
      onDeath();
    },
    /** Throws once the process is dead: whatever runs on in it reaches nothing any more. */
    pass(moment: Moment) {
      if (diedAt) throw new ProcessDied();
      if (meant !== 'any' && meant !== moment) return;
      if (left-- > 0) return;
      diedAt = moment;
      onDeath();
      throw new ProcessDied();
    },
  };
}
