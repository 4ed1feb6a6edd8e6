import type { Feature } from '#platform/server/feature/feature.ts';
import { letterCalls } from './server/calls.ts';

/** Letters to buyers of tickets: their texts, which are sent at all, and that each is sent once. */
export const ticketLetters: Feature = {
  routes: letterCalls,
  impersonalTables: [
    { table: 'order_letter', because: 'which letters were sent, by the ids of orders' },
    { table: 'letter_off', because: 'which letters the society doesn’t send' },
  ],
};
