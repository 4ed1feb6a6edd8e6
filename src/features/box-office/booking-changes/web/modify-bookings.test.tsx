import { Children, type ReactElement, type ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { setActiveNavigation } from '#platform/web/navigation/hooks.ts';
import { renderElementAt } from '#tests/support/screens/render-at.tsx';
import { BookingChangesPanel, listNewTicketOptions, type TicketOption } from './modify-bookings.tsx';

const ticket = (performance: string, type: string, left: number): TicketOption => ({
  ...{ performance, left, item: `${performance} ${type}`, label: `${performance}: ${type}` },
  cancelled: performance === 'Sat',
});

const tickets = [
  ticket('Thu', 'Adult', 69),
  ticket('Fri', 'Adult', 0),
  ticket('Fri', 'Child', 0),
  ticket('Sat', 'Adult', 5),
];

const listDisabled = (from?: string) =>
  listNewTicketOptions(tickets, from).flatMap(({ item, disabled }) => (disabled ? [item] : []));

test('sold-out tickets are disabled, unless the present ticket is for the same or an unknown performance', () => {
  expect(listDisabled('Thu Adult')).toEqual(['Fri Adult', 'Fri Child']);
  expect(listDisabled('')).toEqual(['Fri Adult', 'Fri Child']);
  expect(listDisabled('Fri Adult')).toEqual([]);
  expect(listDisabled()).toEqual([]);
});

test('a sold-out performance is listed as sold out, and a cancelled one isn’t listed', () => {
  expect(listNewTicketOptions(tickets).map(({ item, isSoldOut }) => [item, isSoldOut])).toEqual([
    ['Thu Adult', false],
    ['Fri Adult', true],
    ['Fri Child', true],
  ]);
});

type FormElement = ReactElement<{ onAnswer: (answer: object) => unknown }>;

/** Renders the screen, and passes the element of its form on, because no test here runs in a browser. */
function CapturedScreen({ onRender }: { onRender: (form: FormElement) => void }) {
  const screen = BookingChangesPanel({ mods: [], tickets }) as ReactElement<{ children: ReactNode }>;
  const form = Children.toArray(screen.props.children).find((child) => (child as ReactElement).type === CallForm);
  onRender(form as FormElement);
  return screen;
}

test('a change refused with 409 fetches the places left again, unless the refusal only asks to confirm a refund', () => {
  const refresh = vi.fn(async () => undefined);
  setActiveNavigation({ refresh } as unknown as Parameters<typeof setActiveNavigation>[0]);
  let form: FormElement | undefined;
  const onRender = (element: FormElement) => {
    form ??= element;
  };
  renderElementAt('/members/bookings', <CapturedScreen onRender={onRender} />, { site: { sends_mail: false } });
  form?.props.onAnswer({ code: 409, msg: '£3.70 will be refunded.', pence: 370 });
  form?.props.onAnswer({ code: 400, msg: 'Choose the current tickets.' });
  expect(refresh).not.toHaveBeenCalled();
  form?.props.onAnswer({ code: 409, msg: 'There is only one place left. Nothing was changed.' });
  expect(refresh).toHaveBeenCalledOnce();
});

test('of the changes to bookings of an archived show, only added tickets can be undone', () => {
  const change = (id: string, from_item: string) => ({
    ...{ id, order_id: id, order_ref: id === 'swap' ? 12 : 13, from_item, to_item: 'Thu Adult' },
    ...{ change_quantity: 1, note: '', is_reservation: false },
  });
  const mods = [change('swap', 'Fri Adult'), change('add', '')] as unknown as Parameters<
    typeof BookingChangesPanel
  >[0]['mods'];
  const render = (isArchived: boolean, listed = mods) =>
    renderElementAt(
      '/members/bookings',
      <BookingChangesPanel mods={listed} tickets={tickets} isArchived={isArchived} />,
      { site: { sends_mail: false } },
    ).replaceAll('<!-- -->', '');
  const undo = /the change to (\d+)/g;
  expect(Array.from(render(false).matchAll(undo), ([, ref]) => ref)).toEqual(['12', '13']);
  expect(Array.from(render(true).matchAll(undo), ([, ref]) => ref)).toEqual(['13']);
  expect(render(true, [])).toContain('No booking of this show was changed by hand.');
});
