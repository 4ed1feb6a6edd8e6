import { expect, test } from 'vitest';
import type { Page } from '#platform/shared/pages.ts';
import { renderElementAt } from '#tests/support/screens/render-at.tsx';
import type { BasketContent } from '../../contract.ts';
import BasketPage from './basket-page.tsx';

const performance = (id: string, starts_at: string) => ({
  id,
  starts_at,
  lines: [{ type: 'Full', pence: 1200, count: 2 }],
  types: [{ id: `type of ${id}`, name: 'Full', pence: 1200, left: null, most: null }],
});

const content = {
  type: 'basket',
  title: 'Your basket',
  basket: {
    show: { id: 'show000000000001', title: 'Hamlet' },
    state: 'open',
    held_until: '2026-11-21T12:10:00.000Z',
    seconds_left: 600,
    performances: [
      performance('friday0000000001', '2026-12-04T19:30:00'),
      performance('saturday00000001', '2026-12-05T19:30:00'),
    ],
    promo: '',
    promo_words: '',
    discount: 0,
    total: 4800,
  },
  most: 20,
  card: null,
  typed: {},
} as unknown as BasketContent;

/** Renders the page on a site that has announced no show. */
function renderBasketPage(page: Page<'basket'>, { sends_mail = true, user = '' } = {}): string {
  const site = { next_show: { title: '' }, current_user: { id: user }, sends_mail };
  return renderElementAt('/tickets/basket', <BasketPage page={page} />, { page, site });
}

test('a response about one performance appears at that performance only', () => {
  const html = renderBasketPage(content as Page<'basket'>);
  const places = [...html.matchAll(/data-answer="([^"]+)"/g)].map(([, place]) => place);
  expect(places.filter((place) => place?.includes('hold')).length).toBe(2);
  expect(new Set(places).size).toBe(places.length);
});

test('only a basket whose hold is running adds its own tickets to those left of a limited type', () => {
  const type = { id: 'type', name: 'Full', about: '', pence: 1200, left: 1, needs_paying_ticket: false };
  const line = { type_id: 'type', type: 'Full', pence: 1200, count: 2 };
  const held = { ...performance('friday0000000001', '2026-12-04T19:30:00'), lines: [line], types: [type] };
  const draw = (state: string) =>
    renderBasketPage({
      ...content,
      basket: { ...content.basket, state, performances: [held] },
    } as unknown as Page<'basket'>);
  expect(draw('open')).toContain('3 left');
  expect(draw('lapsed')).toContain('1 left');
});

const card = { at: '/practice/card', application: 'practice', location: 'practice', environment: 'practice' };

test('without JavaScript the card form is hidden, and the page says how long tickets are held', () => {
  const payable = { ...content, card } as unknown as Page<'basket'>;
  const html = renderBasketPage(payable);
  const [, hidden = ''] = /<div class="([^"]*)"><form[^>]*action="\/api\/tickets\/pay"/.exec(html) ?? [];
  expect(hidden).toContain('scripted');
  const [, plain = ''] = /<noscript>(.*?)<\/noscript>/s.exec(html) ?? [];
  expect(plain).toContain('Paying by card needs JavaScript');
  expect(plain).toContain('held only until the time above');
});

test('a basket with wheelchair users has “wheelchair space” ticked, and explains a missing space', () => {
  const wheelchair = 'No wheelchair space is left.';
  const basket = { ...content.basket, total: 0, wheelchairs: 1, wheelchair };
  const html = renderBasketPage({ ...content, basket } as unknown as Page<'basket'>);
  expect(html).toMatch(/<input(?=[^>]*name="need_wheelchair")[^>]* checked=""/);
  expect(html).toContain(wheelchair);
});

test('an empty basket doesn’t show the payment step', () => {
  const empty = { ...content, basket: null } as unknown as Page<'basket'>;
  expect(renderBasketPage(content as Page<'basket'>)).toContain('Details and payment');
  expect(renderBasketPage(empty)).toContain('Your basket is empty.');
  expect(renderBasketPage(empty)).not.toContain('Details and payment');
});

test('the payment step promises tickets by email only if the site can send email and confirmation emails are switched on', () => {
  const payable = { ...content, card, emails_confirmation: true } as unknown as Page<'basket'>;
  expect(renderBasketPage(payable)).toContain('We’ll email your tickets to you.');
  const unsent = renderBasketPage(payable, { sends_mail: false });
  expect(unsent).not.toContain('We’ll email');
  expect(unsent).toContain('This site can’t send email, so keep the link to that page, or print it.');
  const off = renderBasketPage({ ...payable, emails_confirmation: false });
  expect(off).toContain('We don’t email them, so keep the link to that page, or print it.');
});

test('a basket of free tickets says how they will be confirmed', () => {
  const free = { ...content, basket: { ...content.basket, total: 0 } } as unknown as Page<'basket'>;
  expect(renderBasketPage(free)).toContain('Your tickets are booked once you have opened it and confirmed them.');
  const unsent = renderBasketPage(free, { sends_mail: false });
  expect(unsent).toContain('The box office will confirm your tickets.');
  expect(unsent).not.toContain('We’ll email');
});

test('a basket of free tickets tells members and parties with an offer which address needs no confirmation', () => {
  const free = { ...content, basket: { ...content.basket, total: 0 } } as unknown as Page<'basket'>;
  expect(renderBasketPage(free, { user: 'ann' })).toContain(
    'With your account’s email address, your tickets are booked straight',
  );
  const offered = { ...free, basket: { ...free.basket, offered: true } } as Page<'basket'>;
  expect(renderBasketPage(offered)).toContain(
    'With the email address that you gave for the waiting list, your tickets are booked straight',
  );
  expect(renderBasketPage(offered, { user: 'ann' })).toContain(
    'With your account’s email address or the email address that you gave for the waiting list, your tickets',
  );
  expect(renderBasketPage(offered)).toContain('With any other, we’ll email you a link to confirm them.');
});
