import { describe, expect, test } from 'vitest';
import { HOUR } from '#domain/limits/durations.ts';
import { isValidTicket, ticketPhase } from '#domain/ticket-phase.ts';
import { viewingWindow } from '#domain/viewing.ts';

const opens = new Date('2026-11-21T13:30:00Z');
const window = viewingWindow(opens);
const at = (hours: number) => new Date(opens.getTime() + hours * HOUR);
const ticket = { paymentStatus: 'PAID', mayReschedule: true, refund: null };

describe('the phase of an order', () => {
  test.each([
    ['before', ticket, -1],
    ['open', ticket, 0],
    ['open', ticket, 23.99],
    ['ended', ticket, 24],
    ['started', { ...ticket, mayReschedule: false }, 1],
    ['ended', { ...ticket, mayReschedule: false }, 25],
    ['refunding', { ...ticket, refund: 'asked' }, 1],
    ['refunding', { ...ticket, refund: 'pending' }, 25],
    ['open', { ...ticket, refund: 'failed' }, 1],
    ['unpaid', { ...ticket, paymentStatus: 'NEW' }, -1],
    ['confirming', { ...ticket, paymentStatus: 'PROCESSING' }, 1],
    ['cancelled', { ...ticket, paymentStatus: 'CANCELLED' }, 1],
    ['cancelled', { ...ticket, paymentStatus: 'a future status' }, 1],
    ['refunded', { ...ticket, paymentStatus: 'REFUNDED', refund: 'done' }, 1],
  ] as const)('%s: %j, %d h after its window opens', (phase, order, hours) => {
    expect(ticketPhase(order, window, at(hours))).toBe(phase);
  });

  test('a ticket is valid in three phases', () => {
    const phases = [
      'unpaid',
      'confirming',
      'cancelled',
      'before',
      'open',
      'started',
      'ended',
      'refunding',
      'refunded',
    ];
    expect(
      phases.filter((phase) => isValidTicket(phase as Parameters<typeof isValidTicket>[0])),
    ).toEqual(['before', 'open', 'started']);
  });
});
