import type { ReactElement, ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { setActiveNavigation } from '#platform/web/navigation/hooks.ts';
import { renderElementAt } from '#tests/support/screens/render-at.tsx';
import type { OrderContent } from '../order-page-contract.ts';
import { ExchangeDialog } from './exchange-dialog.tsx';
import { OrderDialog } from './order-dialog.tsx';

/** An order of two tickets for Thursday. `others` has the show's performances on other days. */
function orderWith(others: Record<string, { date: string; sold: number }>): OrderContent {
  const ticket = { performance_id: 'thursday', type_id: 'adult', type: 'Adult', pence: 1200, seat: '' };
  const price = { discount: 0, percent: 0, off_pence: 0, complimentary: false };
  const performance = (id: string, { date, sold }: { date: string; sold: number }) => ({
    ...{ id, date: `${date}T19:30:00+01:00`, sold, capacity: 96, cancelled: false, sells_seats: false },
    ticket_types: [{ id: `adult-${id}`, name: 'Adult', pence: 1200 }],
  });
  return {
    order: { id: 'order', ref: 12, name: 'Dorothy Hollis', email: '', status: 'paid' },
    account: { held: 2400, retained: 0, payments: [] },
    refund_block: '',
    tickets: ['one', 'two'].map((id) => ({ ...ticket, ...price, id, is_in: false })),
    performances: Object.entries({ thursday: { date: '2027-04-22', sold: 2 }, ...others }).map(([id, more]) =>
      performance(id, more),
    ),
  } as unknown as OrderContent;
}

const render = (page: OrderContent, sends_mail = false): string =>
  renderElementAt(
    '/members/bookings/order/order',
    <ExchangeDialog page={page} at="order" seats={() => null} onClose={() => {}} />,
    { page: { ...page, type: 'order' }, site: { today: '2027-01-11', sends_mail } },
  );

const selected = (html: string) => /<option[^>]* selected=""[^>]*>([^<]*)/.exec(html)?.[1];

test('the exchange dialog preselects no performance and shows no price difference if several are possible', () => {
  const html = render(
    orderWith({ wednesday: { date: '2027-04-21', sold: 40 }, saturday: { date: '2027-04-24', sold: 40 } }),
  );
  expect(selected(html)).toBe('Choose a performance');
  expect(html).not.toContain('The price is the same.');
});

test('the exchange dialog preselects the only performance with enough tickets left', () => {
  const html = render(
    orderWith({ friday: { date: '2027-04-23', sold: 96 }, saturday: { date: '2027-04-24', sold: 40 } }),
  );
  expect(selected(html)).toContain('Sat 24 April');
  expect(html).toContain('The price is the same.');
});

test('the exchange dialog promises an email only if the site sends emails about changes', () => {
  const page = orderWith({ friday: { date: '2027-04-23', sold: 2 } });
  const order = { ...page.order, email: 'dot@home.example', phone: '' };
  const told = 'tell Dorothy Hollis yourself.';
  expect(render({ ...page, order, emails_off: ['refunded'] }, true)).toContain(
    'We’ll email dot@home.example about the change.',
  );
  expect(render({ ...page, order, emails_off: ['changed'] }, true)).toContain(
    `Emails about this are switched off: ${told}`,
  );
  expect(render({ ...page, order, emails_off: [] })).toContain(`This site can’t send email: ${told}`);
});

type DialogElement = ReactElement<Parameters<typeof OrderDialog>[0]>;
type FormElement = ReactElement<{ onAnswer: (answer: object) => unknown }>;

/** Renders the dialog's form, and passes its element on, because no test here runs in a browser. */
function CapturedForm({ page, onRender }: { page: OrderContent; onRender: (form: FormElement) => void }) {
  const dialog = ExchangeDialog({ page, at: 'order', seats: () => null, onClose: () => {} }) as DialogElement;
  const { props } = OrderDialog(dialog.props) as ReactElement<{ children: (close: () => void) => ReactNode }>;
  const form = props.children(() => {}) as FormElement;
  onRender(form);
  return form;
}

test('the exchange dialog fetches the places left again after a conflict, but not after an invalid entry', () => {
  const refresh = vi.fn(async () => undefined);
  setActiveNavigation({ refresh } as unknown as Parameters<typeof setActiveNavigation>[0]);
  const page = orderWith({ friday: { date: '2027-04-23', sold: 94 } });
  let form: FormElement | undefined;
  const onRender = (element: FormElement) => {
    form = element;
  };
  renderElementAt('/members/bookings/order/order', <CapturedForm page={page} onRender={onRender} />, {
    page: { ...page, type: 'order' },
    site: { today: '2027-01-11', sends_mail: false },
  });
  form?.props.onAnswer({ code: 400, msg: 'Enter how many tickets.' });
  expect(refresh).not.toHaveBeenCalled();
  form?.props.onAnswer({ code: 409, msg: 'There is only one place left. Nothing has been exchanged.' });
  expect(refresh).toHaveBeenCalledOnce();
});
