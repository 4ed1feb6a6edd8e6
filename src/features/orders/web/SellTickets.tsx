import { useLayoutEffect, useRef, useState } from 'react';
import type { Performance } from '#features/performances/contract.ts';
import { momentInWords } from '#platform/shared/dates.ts';
import { asMoney, penceFrom } from '#platform/shared/money.ts';
import { CallForm } from '#platform/web/calls/CallForm.tsx';
import { Field, Select } from '#platform/web/ui/Field.tsx';
import { FieldPair } from '#platform/web/ui/FieldPair.tsx';
import { InputField } from '#platform/web/ui/InputField.tsx';
import { sellTickets } from '../contract.ts';
import { mostTickets, totalOf } from '../order.ts';
import styles from './Orders.module.css';
import type { SeatChoice } from './seat-choice.ts';

/** Tickets sold at the door or by telephone, kept for somebody, or given away. */
export function SellTickets({
  performances,
  seats: Seats,
}: {
  performances: readonly Performance[];
  seats: SeatChoice;
}) {
  const [chosen, choose] = useState(performances[0]?.id);
  const [how, setHow] = useState('cash');
  const [own, setOwn] = useState('');
  const [counts, setCounts] = useState<Record<string, string>>({});
  const [round, setRound] = useState(0);
  const anchor = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const form = anchor.current?.form;
    const again = () => {
      setCounts({});
      setHow('cash');
      setOwn('');
      setRound((before) => before + 1);
    };
    form?.addEventListener('reset', again);
    return () => form?.removeEventListener('reset', again);
  }, []);
  const performance = performances.find(({ id }) => id === chosen) ?? performances[0];
  const types = performance?.ticket_types ?? [];
  const wanted = types.map((type) => ({ ...type, count: Number(counts[type.id]) || 0 }));
  const count = wanted.reduce((sum, one) => sum + one.count, 0);
  const price = penceFrom(own);
  const due = how === 'comp' ? 0 : price === null ? totalOf(wanted) : price * count;
  return (
    <CallForm call={sellTickets} what="the new order" submit="Sell tickets" pending="Selling tickets…">
      {(errors) => (
        <>
          <Field label="Performance" error={errors.performance_id}>
            {(control) => (
              <Select
                {...control}
                name="performance_id"
                value={performance?.id}
                onChange={({ target }) => choose(target.value)}
              >
                {performances.map(({ id, date, capacity, sold }) => (
                  <option key={id} value={id}>
                    {momentInWords(date)}, {capacity - sold === 0 ? 'sold out' : `${capacity - sold} left`}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <fieldset className={styles.counts}>
            <legend>How many?</legend>
            {types.map(({ id, name, about, pence }) => (
              <InputField
                key={id}
                label={`${name}, ${pence === 0 ? 'free' : asMoney(pence)}`}
                hint={about || undefined}
                name={`tickets_${id}`}
                type="number"
                inputMode="numeric"
                min={0}
                max={mostTickets}
                value={counts[id] ?? ''}
                onChange={({ target }) => setCounts({ ...counts, [id]: target.value })}
                error={errors[`tickets_${id}`]}
              />
            ))}
          </fieldset>
          {performance?.sells_seats && (
            <Seats key={`${performance.id} ${round}`} later performance={performance} count={count} errors={errors} />
          )}
          <FieldPair>
            <InputField label="Name" name="name" maxLength={80} autoComplete="off" error={errors.name} required />
            <Field label="How it is paid" error={errors.how}>
              {(control) => (
                <Select {...control} name="how" value={how} onChange={({ target }) => setHow(target.value)}>
                  <option value="cash">In cash, now</option>
                  <option value="card">By card, to our own machine</option>
                  <option value="transfer">By bank transfer</option>
                  <option value="reserved">At the door: keep them</option>
                  <option value="comp">Not at all: give them away</option>
                </Select>
              )}
            </Field>
          </FieldPair>
          {how !== 'comp' && (
            <InputField
              label="Price for each, if another"
              name="own_price"
              hint="For a party, in pounds, such as 8.00. Empty for the prices above."
              inputMode="decimal"
              autoComplete="off"
              maxLength={20}
              value={own}
              onChange={({ target }) => setOwn(target.value)}
              error={errors.own_price}
            />
          )}
          {(how === 'comp' || own.trim() !== '') && (
            <InputField
              label={how === 'comp' ? 'Why they cost nothing' : 'Why it is another price'}
              name="reason"
              hint={how === 'comp' ? 'Such as: the local paper; a raffle prize.' : 'Such as: a party of twenty.'}
              maxLength={120}
              error={errors.reason}
              required
            />
          )}
          <FieldPair>
            <Field label="Asked for" error={errors.source}>
              {(control) => (
                <Select {...control} name="source">
                  <option value="door">At the door</option>
                  <option value="phone">By telephone</option>
                </Select>
              )}
            </Field>
            <InputField
              label="Telephone"
              name="phone"
              type="tel"
              maxLength={40}
              autoComplete="off"
              error={errors.phone}
            />
          </FieldPair>
          <FieldPair>
            <InputField label="Email" name="email" type="email" autoComplete="off" error={errors.email} />
            <InputField
              label="What to know of them"
              name="note"
              hint="Such as: a wheelchair, an aisle seat."
              maxLength={300}
              error={errors.note}
            />
          </FieldPair>
          <input type="hidden" ref={anchor} />
          <p className={styles.due} role="status">
            {count === 0
              ? ''
              : `${count === 1 ? 'One ticket' : `${count} tickets`}, ${due === 0 ? 'nothing to pay' : asMoney(due)}`}
          </p>
        </>
      )}
    </CallForm>
  );
}
