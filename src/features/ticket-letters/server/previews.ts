import type { Reading } from '#platform/server/database/index.ts';
import type { TicketLetter } from '../contract.ts';
import { isAlwaysSent, type LetterKind, letterKinds, letterNames } from '../letter-kinds.ts';
import { type Told, ticketLetter } from './letter-texts.ts';
import { lettersOff } from './store.ts';

const news: Partial<Record<LetterKind, readonly string[]>> = {
  changed: ['We have exchanged tickets for you: 2 Adult for Wednesday 14 April 2027 at 7.30pm.'],
  seats: ['You had C5, C6 on Wednesday 14 April 2027 at 7.30pm. Your seats are D5, D6 now.'],
  refunded: ['We refund £5.00 to the card.', 'The reason: the heating failed.', 'Your tickets stay valid.'],
  cancelled: ['We refund £24.00 to the card.'],
  confirm_order: ['We are holding these tickets for you until 7.30pm.'],
  waiting: ['Open the page below and press the button to confirm.'],
  offer: [
    'We are holding them for you until Monday 12 April 2027 at 9pm. Pay by then: after that they are offered to the next in line.',
  ],
};

/** Links that nobody can open: the link of an order is its buyer's alone. */
const links: Record<LetterKind, string> = {
  confirm_order: '/tickets/confirm/…',
  not_confirmed: '',
  ...{ confirmation: '/tickets/order/…', changed: '/tickets/order/…', seats: '/tickets/order/…' },
  refunded: '/tickets/order/…',
  ...{ cancelled: '', reminder: '/tickets/order/…', thanks: '/' },
  ...{ waiting: '/tickets/waiting/…', offer: '/tickets/waiting/…', offer_over: '/tickets' },
};

/** Letters to somebody who has no tickets yet. */
const waits: ReadonlySet<LetterKind> = new Set(['waiting', 'offer', 'offer_over']);

/** Each letter, whether it is sent, and what it says to somebody who has bought two tickets. */
export async function letterPreviews(
  db: Reading,
  { home, ...told }: Omit<Told, 'link'> & { home: string },
): Promise<TicketLetter[]> {
  const off = await lettersOff(db);
  return letterKinds.map((kind) => {
    const evenings = waits.has(kind)
      ? told.evenings.map((evening) => ({ ...evening, tickets: '2 places' }))
      : told.evenings;
    const { subject, text } = ticketLetter(kind, {
      ...{ ...told, evenings, news: news[kind] ?? [] },
      link: links[kind] && `${home}${links[kind]}`,
    });
    const always = isAlwaysSent(kind);
    return { kind, ...letterNames[kind], on: always || !off.has(kind), always, subject, text };
  });
}
