import { useState } from 'react';
import { withParams } from '#platform/shared/calls/calls.ts';
import { type ResponseOptions, useCall } from '#platform/web/calls/use-call.ts';
import { markOrderPaid, markOrderUnpaid } from '../contract.ts';
import type { BoxOfficePaymentMethod } from '../order.ts';

/**
 * Marks reserved orders as paid. A mistake can be undone in place for the orders in `justPaid`, until the user
 * leaves the page. After that, it is undone on the order's page, which asks for a reason.
 */
export function usePayments(place: string) {
  const { busy, slot: at, send: make } = useCall(place);
  const [justPaid, setJustPaid] = useState<readonly string[]>([]);
  const recordPayment = (id: string, isPaid: boolean) =>
    setJustPaid((before) => [...before.filter((one) => one !== id), ...(isPaid ? [id] : [])]);
  return {
    at,
    make,
    justPaid,
    busy: (id: string) =>
      [withParams(markOrderPaid, { id }), withParams(markOrderUnpaid, { id })].some(({ path }) => path === busy),
    pay: (id: string, how: BoxOfficePaymentMethod, onAnswer?: ResponseOptions['onAnswer']) =>
      make(
        withParams(markOrderPaid, { id }),
        { how },
        {
          onAnswer: (answer) => {
            if (answer.code === 200) recordPayment(id, true);
            return onAnswer?.(answer);
          },
        },
      ),
    undo: (id: string) =>
      make(
        withParams(markOrderUnpaid, { id }),
        { reason: 'Undone straight away in the list', payment: 'last' },
        { onAnswer: ({ code }) => void (code === 200 && recordPayment(id, false)) },
      ),
  };
}
