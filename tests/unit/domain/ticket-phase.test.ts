import { describe, expect, test } from 'vitest';
import { HOUR } from '#domain/limits.ts';
import { isLive, ticketPhase } from '#domain/ticket-phase.ts';
import { viewingWindow } from '#domain/viewing.ts';

const opens = new Date('2026-11-21T13:30:00Z');
const window = viewingWindow(opens);
const at = (hours: number) => new Date(opens.getTime() + hours * HOUR);
const ticket = { paymentStatus: 'PAID', mayReschedule: true, refund: null };

describe('an order is to its viewer', () => {
  test.each([
    ['before', ticket, -1],
    ['open', ticket, 0],
    ['open', ticket, 23.99],
    ['over', ticket, 24],
    ['begun', { ...ticket, mayReschedule: false }, 1],
    ['over', { ...ticket, mayReschedule: false }, 25],
    ['returning', { ...ticket, refund: 'asked' }, 1],
    ['returning', { ...ticket, refund: 'pending' }, 25],
    ['open', { ...ticket, refund: 'failed' }, 1],
    ['unpaid', { ...ticket, paymentStatus: 'NEW' }, -1],
    ['confirming', { ...ticket, paymentStatus: 'PROCESSING' }, 1],
    ['cancelled', { ...ticket, paymentStatus: 'CANCELLED' }, 1],
    ['cancelled', { ...ticket, paymentStatus: 'a word of tomorrow' }, 1],
    ['returned', { ...ticket, paymentStatus: 'REFUNDED', refund: 'done' }, 1],
  ] as const)('%s: %j, %d h after its start', (phase, order, hours) => {
    expect(ticketPhase(order, window, at(hours))).toBe(phase);
  });

  test('something to watch with in three of them', () => {
    const phases = ['unpaid', 'confirming', 'cancelled', 'before', 'open', 'begun', 'over', 'returning', 'returned'];
    expect(phases.filter((phase) => isLive(phase as Parameters<typeof isLive>[0]))).toEqual([
      'before',
      'open',
      'begun',
    ]);
  });
});
