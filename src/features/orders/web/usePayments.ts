import { useState } from 'react';
import { withParams } from '#platform/shared/calls.ts';
import { type AfterCall, useCall } from '#platform/web/calls/useCall.ts';
import { payOrder, unpayOrder } from '../contract.ts';
import type { PaidAtDesk } from '../order.ts';

/**
 * Takes the money for orders that are kept. Until the page is left a slip of the finger is undone where it was made: the
 * order is in `slips` then. Later its own page does that, and asks why.
 */
export function usePayments(place: string) {
  const { busy, at, make } = useCall(place);
  const [slips, setSlips] = useState<readonly string[]>([]);
  const note = (id: string, isSlip: boolean) =>
    setSlips((before) => [...before.filter((one) => one !== id), ...(isSlip ? [id] : [])]);
  return {
    at,
    make,
    slips,
    busy: (id: string) =>
      [withParams(payOrder, { id }), withParams(unpayOrder, { id })].some(({ path }) => path === busy),
    pay: (id: string, how: PaidAtDesk, onAnswer?: AfterCall['onAnswer']) =>
      make(
        withParams(payOrder, { id }),
        { how },
        {
          onAnswer: (answer) => {
            if (answer.code === 200) note(id, true);
            return onAnswer?.(answer);
          },
        },
      ),
    undo: (id: string) =>
      make(
        withParams(unpayOrder, { id }),
        { reason: 'Undone where it was pressed' },
        { onAnswer: ({ code }) => void (code === 200 && note(id, false)) },
      ),
  };
}
