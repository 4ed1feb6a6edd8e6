import { withParams } from '#platform/shared/calls/calls.ts';
import { formatLocalDate } from '#platform/shared/dates/dates.ts';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { useCall } from '#platform/web/calls/use-call.ts';
import { ActionsCell, ActionsHeading } from '#platform/web/table/index.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Badge } from '#platform/web/ui/content/badge.tsx';
import { EmptyState } from '#platform/web/ui/content/empty-state.tsx';
import { Field, Select } from '#platform/web/ui/fields/field.tsx';
import { FieldPair } from '#platform/web/ui/fields/field-pair.tsx';
import { InputField } from '#platform/web/ui/fields/input-field.tsx';
import { maxTicketsPerBasket } from '../../basket.ts';
import { addPromoCode, type PromoCode, setPromoCodeEnabled } from '../../promo-contract.ts';

/** The promo codes of a show, for staff who manage bookings. */
export function PromoCodes({ show, codes }: { show: string; codes: readonly PromoCode[] }) {
  const { busy, slot: at, send: make } = useCall('promo codes');
  return (
    <div className="stack">
      <h2>Add a promo code</h2>
      <CallForm call={addPromoCode} what="the new code" submitLabel="Add code" pendingLabel="Adding code…">
        {(errors) => (
          <>
            <input type="hidden" name="show_id" value={show} />
            <InputField
              label="Code"
              name="code"
              hint="For example EARLYBIRD. Capitals and spaces make no difference."
              maxLength={30}
              autoComplete="off"
              error={errors.code}
              required
            />
            <FieldPair>
              <InputField
                label="How many orders may use it"
                name="most"
                hint={`Leave it empty for any number. One order can have up to ${maxTicketsPerBasket} tickets.`}
                inputMode="numeric"
                maxLength={4}
                error={errors.most}
              />
              <InputField
                label="How many tickets it is good for"
                name="most_tickets"
                hint="Of all orders together. Leave it empty for any number."
                inputMode="numeric"
                maxLength={4}
                error={errors.most_tickets}
              />
            </FieldPair>
            <FieldPair>
              <Field label="Type of discount" error={errors.how}>
                {(control) => (
                  <Select {...control} name="how">
                    <option value="percent">Percentage off each ticket</option>
                    <option value="pounds">Pounds off each ticket</option>
                  </Select>
                )}
              </Field>
              <InputField
                label="Discount"
                name="amount"
                inputMode="decimal"
                maxLength={12}
                autoComplete="off"
                error={errors.amount}
                required
              />
            </FieldPair>
            <FieldPair>
              <InputField label="First day (optional)" name="first_day" type="date" error={errors.first_day} />
              <InputField label="Last day (optional)" name="last_day" type="date" error={errors.last_day} />
            </FieldPair>
          </>
        )}
      </CallForm>
      <h2>Promo codes</h2>
      <CallStatus slot={at} />
      {codes.length === 0 ? (
        <EmptyState title="No codes yet">
          Add the first one above. Anyone who enters it in the shop pays less.
        </EmptyState>
      ) : (
        <table className="table table--stack table--cards">
          <caption className="vh">Promo codes, newest first</caption>
          <thead>
            <tr>
              <th scope="col">Code</th>
              <th scope="col">Discount</th>
              <th scope="col">Valid</th>
              <th scope="col">Used</th>
              <ActionsHeading />
            </tr>
          </thead>
          <tbody>
            {codes.map(({ id, code, words, first_day, last_day, most, used, most_tickets, used_tickets, off }) => (
              <tr key={id}>
                <td data-label="Code" data-heads>
                  <span>
                    {code} {off && <Badge>Off</Badge>}
                  </span>
                </td>
                <td data-label="Discount">{words}</td>
                <td data-label="Valid">{formatDays(first_day, last_day)}</td>
                <td data-label="Used" data-named className="num">
                  {formatUses({ used, most, used_tickets, most_tickets })}
                </td>
                <ActionsCell>
                  <Button
                    look="quiet"
                    small
                    pending={busy === withParams(setPromoCodeEnabled, { id }).path}
                    onClick={() => void make(withParams(setPromoCodeEnabled, { id }), { off: off ? '0' : '1' })}
                  >
                    {off ? 'Switch on' : 'Switch off'}
                    <span className="vh"> {code}</span>
                  </Button>
                </ActionsCell>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

/** Formats the uses of a promo code: "3 orders, 7 tickets", "1 of 1 order, 4 of 20 tickets". */
function formatUses(code: Pick<PromoCode, 'used' | 'most' | 'used_tickets' | 'most_tickets'>): string {
  const formatPart = (used: number, max: number, noun: string) =>
    `${max > 0 ? `${used} of ${max}` : used} ${(max > 0 ? max : used) === 1 ? noun : `${noun}s`}`;
  return `${formatPart(code.used, code.most, 'order')}, ${formatPart(code.used_tickets, code.most_tickets, 'ticket')}`;
}

function formatDays(first: string, last: string): string {
  if (first === '' && last === '') return 'Always';
  if (first === '') return `Until ${formatLocalDate(last)}`;
  return last === ''
    ? `From ${formatLocalDate(first)}`
    : `From ${formatLocalDate(first)} until ${formatLocalDate(last)}`;
}
