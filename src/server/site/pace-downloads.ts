import { performance as processPerformance } from 'node:perf_hooks';

/**
 * Of one idle process, for all downloads of films ahead of their tickets: a tenth of its processor
 * time. A CDN has no such limit.
 */
export const DOWNLOAD_BYTES_PER_SECOND = 25_000_000;
/** Chosen: shorter than a proxy waits for a response. */
export const MAX_DOWNLOAD_WAIT_SECONDS = 20;
/** Chosen: a refusal costs little, so that thousands may ask again once a minute. */
export const DOWNLOAD_RETRY_SECONDS = 60;
/** Downloads never stop: a viewer may need one tonight. */
const MIN_IDLE_SHARE = 0.3;
const BUSY_SHARE_MS = 2000;

interface Download {
  orderId: number;
  bytes: number;
  /** Aborted when the client closes the connection. */
  signal: AbortSignal;
}

interface WaitingFile {
  bytes: number;
  start: () => void;
}

interface OrderQueue {
  waiting: WaitingFile[];
  /** Sum of the waiting files. */
  waitingBytes: number;
  /**
   * What the order was sent, on a scale that all orders share. The order with the least is next.
   */
  sentBytes: number;
}

/** Returns bytes that the client did not take. */
export type GiveBack = (unsentBytes: number) => void;

/**
 * Sends the files of all downloads at one rate, one after another, in turn by order: an order that
 * asks for much waits for itself. Chosen: the cube of the idle share, so a half busy process sends
 * an eighth: keys, heartbeats and segments of those who watch come first.
 */
export function createDownloadPacer(busyShare = measureBusyShare()) {
  const queues = new Map<number, OrderQueue>();
  let waitingCount = 0;
  /**
   * `sentBytes` of the order that was last in turn: an order that comes back gets no turns for the
   * time when it wanted nothing.
   */
  let leastSentBytes = 0;
  let freeAt = 0;
  let timer: NodeJS.Timeout | undefined;

  const msFor = (bytes: number) => {
    const idleShare = Math.max(MIN_IDLE_SHARE, 1 - busyShare());
    return (bytes / (DOWNLOAD_BYTES_PER_SECOND * idleShare ** 3)) * 1000;
  };

  /** With equal shares, an order waits for no more bytes of another order than of its own. */
  function waitsTooLong(orderId: number, bytes: number): boolean {
    const ownBytes = (queues.get(orderId)?.waitingBytes ?? 0) + bytes;
    let bytesBefore = ownBytes - bytes;
    for (const [id, { waitingBytes }] of queues)
      if (id !== orderId) bytesBefore += Math.min(waitingBytes, ownBytes);
    return freeAt - performance.now() + msFor(bytesBefore) > MAX_DOWNLOAD_WAIT_SECONDS * 1000;
  }

  const meanWaitingBytes = () => {
    let sum = 0;
    for (const { waitingBytes } of queues.values()) sum += waitingBytes;
    return waitingCount === 0 ? 0 : sum / waitingCount;
  };

  function addToQueue(orderId: number, file: WaitingFile): OrderQueue {
    const queue = queues.get(orderId) ?? {
      waiting: [],
      waitingBytes: 0,
      sentBytes: leastSentBytes,
    };
    queues.set(orderId, queue);
    if (queue.waiting.length === 0) queue.sentBytes = Math.max(queue.sentBytes, leastSentBytes);
    queue.waiting.push(file);
    queue.waitingBytes += file.bytes;
    waitingCount += 1;
    return queue;
  }

  function removeFromQueue(queue: OrderQueue, file: WaitingFile): boolean {
    const at = queue.waiting.indexOf(file);
    if (at < 0) return false;
    queue.waiting.splice(at, 1);
    queue.waitingBytes -= file.bytes;
    waitingCount -= 1;
    return true;
  }

  function findNextQueue(): OrderQueue | undefined {
    let next: OrderQueue | undefined;
    for (const [orderId, queue] of queues) {
      if (queue.waiting.length > 0) {
        if (!next || queue.sentBytes < next.sentBytes) next = queue;
      } else if (queue.sentBytes <= leastSentBytes) queues.delete(orderId);
    }
    return next;
  }

  function startNext(): void {
    timer = undefined;
    const now = performance.now();
    while (waitingCount > 0 && freeAt <= now) {
      const queue = findNextQueue();
      const file = queue?.waiting[0];
      if (!queue || !file) return;
      removeFromQueue(queue, file);
      leastSentBytes = queue.sentBytes;
      queue.sentBytes += file.bytes;
      freeAt += msFor(file.bytes);
      file.start();
    }
    if (waitingCount > 0) timer = setTimeout(startNext, freeAt - now);
  }

  function restart(): void {
    clearTimeout(timer);
    startNext();
  }

  return {
    /**
     * Whether the next file of an order, if it is of usual size, would be refused. Costs less than
     * finding the file.
     */
    isFull: (orderId: number): boolean => waitsTooLong(orderId, meanWaitingBytes()),

    /**
     * Waits until the file may be sent. Null if the order's turn is too far away, or the client has
     * gone.
     */
    waitForTurn({ orderId, bytes, signal }: Download): Promise<GiveBack | null> {
      if (signal.aborted || waitsTooLong(orderId, bytes)) return Promise.resolve(null);
      return new Promise((resolve) => {
        const giveBack: GiveBack = (unsentBytes) => {
          queue.sentBytes -= unsentBytes;
          freeAt = Math.max(performance.now(), freeAt - msFor(unsentBytes));
          restart();
        };
        const leave = () => {
          if (removeFromQueue(queue, file)) resolve(null);
        };
        const file: WaitingFile = {
          bytes,
          start: () => {
            signal.removeEventListener('abort', leave);
            resolve(giveBack);
          },
        };
        signal.addEventListener('abort', leave);
        const wasIdle = waitingCount === 0 && timer === undefined;
        const queue = addToQueue(orderId, file);
        if (!wasIdle) return;
        freeAt = Math.max(freeAt, performance.now());
        startNext();
      });
    },
  };
}

/** Share of the last two seconds in which the event loop had work: 0 to 1. */
function measureBusyShare(): () => number {
  let [measuredAt, share] = [performance.now(), 0];
  let last = processPerformance.eventLoopUtilization();
  return () => {
    if (performance.now() - measuredAt < BUSY_SHARE_MS) return share;
    share = processPerformance.eventLoopUtilization(last).utilization;
    [measuredAt, last] = [performance.now(), processPerformance.eventLoopUtilization()];
    return share;
  };
}
