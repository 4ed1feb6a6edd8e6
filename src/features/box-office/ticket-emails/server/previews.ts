import type { Reading } from '#platform/server/database/index.ts';
import type { TicketEmailPreview } from '../contract.ts';
import { isAlwaysSent, type TicketEmailKind, ticketEmailKinds, ticketEmailLabels } from '../ticket-email-kinds.ts';
import { findDisabledEmailKinds } from './store.ts';
import { renderTicketEmail, type TicketEmailData } from './ticket-email-texts.ts';

const news: Partial<Record<TicketEmailKind, readonly string[]>> = {
  changed: ['We have exchanged tickets for you: 2 Adult for Wednesday 14 April 2027 at 7.30pm.'],
  seats: ['You had seats C5, C6 on Wednesday 14 April 2027 at 7.30pm. Your seats are now D5, D6.'],
  refunded: ['We refund £5.00 to the card.', 'The reason: the heating failed.', 'Your tickets stay valid.'],
  cancelled: ['We refund £24.00 to the card.'],
  confirm_order: ['We are holding these tickets for you until 7.30pm.'],
  waiting: ['Open the page below and press the button to confirm.'],
  offer: [
    'We are holding them for you until Monday 12 April 2027 at 9pm. Pay by then: after that they are offered to the next in line.',
  ],
};

/** Links that nobody can open: the link of an order is its buyer's alone. */
const links: Record<TicketEmailKind, string> = {
  confirm_order: '/tickets/confirm/…',
  not_confirmed: '',
  ...{ confirmation: '/tickets/order/…', changed: '/tickets/order/…', seats: '/tickets/order/…' },
  refunded: '/tickets/order/…',
  ...{ cancelled: '', reminder: '/tickets/order/…', thanks: '/' },
  ...{ waiting: '/tickets/waiting/…', offer: '/tickets/waiting/…', offer_over: '/tickets' },
};

/** Emails to somebody who has no tickets yet. */
const waits: ReadonlySet<TicketEmailKind> = new Set(['waiting', 'offer', 'offer_over']);

/** Each email, its switch, and its text for somebody who has bought two tickets. */
export async function buildTicketEmailPreviews(
  db: Reading,
  { home, ...told }: Omit<TicketEmailData, 'link'> & { home: string },
): Promise<TicketEmailPreview[]> {
  const off = await findDisabledEmailKinds(db);
  return ticketEmailKinds.map((kind) => {
    const evenings = waits.has(kind)
      ? told.evenings.map((evening) => ({ ...evening, tickets: '2 places' }))
      : told.evenings;
    const { subject, text } = renderTicketEmail(kind, {
      ...{ ...told, evenings, news: news[kind] ?? [] },
      link: links[kind] && `${home}${links[kind]}`,
    });
    const always = isAlwaysSent(kind);
    return { kind, ...ticketEmailLabels[kind], on: always || !off.has(kind), always, subject, text };
  });
}
