import type { Fault } from '#contract/faults.ts';
import { sendBeacon } from './beacon.ts';

export const sendFault = (fault: Fault) => sendBeacon('/faults', fault);
