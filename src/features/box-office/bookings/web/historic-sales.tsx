import { useEffect, useRef, useState } from 'react';
import type { ResponseOf } from '#platform/shared/calls/calls.ts';
import { type CalendarDate, formatDate, formatDateTime } from '#platform/shared/dates/dates.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { showAlert } from '#platform/web/alerts/index.ts';
import { useCall } from '#platform/web/calls/use-call.ts';
import { BarChart } from '#platform/web/chart/bar-chart.tsx';
import { useSite } from '#platform/web/navigation/index.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { ButtonLabel } from '#platform/web/ui/actions/button-label.tsx';
import { Badge } from '#platform/web/ui/content/badge.tsx';
import { EmptyState } from '#platform/web/ui/content/empty-state.tsx';
import { Field, Select } from '#platform/web/ui/fields/field.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { getShowSales, type SalesResults } from '../contract.ts';
import { retainedLabel } from '../performance-sales.ts';
import styles from './historic-sales.module.css';

/**
 * The sales of the chosen show, initially the first show. They are loaded each time a show is chosen or the tab is
 * opened.
 */
export function HistoricSales({ shows }: { shows: readonly { id: string; title: string; date: CalendarDate }[] }) {
  const first = shows[0]?.id ?? '';
  const [chosen, choose] = useState(first);
  const [failed, setFailed] = useState(false);
  const { busy, send: make } = useCall();
  const [loaded, show] = useState<{ id: string; results: SalesResults }>();
  const container = useRef<HTMLDivElement>(null);
  /** The show requested last; responses about any other show are ignored. */
  const requestedShow = useRef(first);
  const ask = (id: string, isConfirming: boolean) => {
    choose(id);
    requestedShow.current = id;
    const onAnswer = (answer: ResponseOf<typeof getShowSales>) => {
      if (requestedShow.current !== id) return true;
      setFailed(answer.code !== 200);
      if (answer.code === 200) {
        show({ id, results: answer.results });
        if (isConfirming) showAlert({ title: 'Success', content: answer.msg }, 'ok', getShowSales.path);
      } else {
        showAlert({ title: `Error: ${answer.code}`, content: answer.msg }, 'bad', getShowSales.path);
      }
      return true;
    };
    return make(getShowSales, { showID: id }, { renews: 'nothing', onAnswer });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: one observer, which loads the show that is chosen then
  useEffect(() => {
    if (!container.current) return;
    // The sales are loaded when the tab is opened, and again on each return, because tickets may have been sold in the
    // meantime
    const watching = new IntersectionObserver(([seen]) => {
      if (seen?.isIntersecting) void ask(requestedShow.current, false);
    });
    watching.observe(container.current);
    return () => watching.disconnect();
  }, []);
  if (shows.length === 0)
    return <EmptyState title="No shows yet">Once there is a show, its sales will appear here.</EmptyState>;
  return (
    <div ref={container} className="stack">
      <div className={`${styles.choice} no-print`}>
        <Field label="Sales for">
          {(control) => (
            <Select {...control} value={chosen} onChange={({ target }) => void ask(target.value, true)}>
              {shows.map(({ id, title, date }) => (
                <option key={id} value={id}>
                  {title}, {formatDate(date, 'month')}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {failed && (
          <Button look="line" pending={busy !== ''} onClick={() => void ask(chosen, true)}>
            <ButtonLabel label="Try again" busyLabel="Loading…" busy={busy !== ''} />
          </Button>
        )}
      </div>
      <div aria-busy={busy !== ''}>
        {loaded ? <SalesReport {...loaded} /> : busy !== '' && <p className="muted">Loading…</p>}
      </div>
    </div>
  );
}

/** The sales of a show by performance and type, and the show's money in our ledger. */
export function SalesReport({ id, results }: { id: string; results: SalesResults }) {
  const { showTitle, performances, totals, foh_totals: foh } = results;
  const { site_name } = useSite();
  const hasSales = performances.some(({ sold, comps, kept, retained }) => sold + comps + kept + retained > 0);
  return (
    <section className={styles.sales} aria-labelledby="sales-of">
      <p className={styles.society}>{site_name}</p>
      <div className="spread">
        <h2 id="sales-of">Sales for {showTitle}</h2>
        <div className="row no-print">
          <a href="/members/help/box-office#the-night-return">What the figures mean</a>
          <a href={`/members/bookings/sales.csv?show=${id}`} download>
            Download spreadsheet (CSV)
          </a>
          <Button look="line" small onClick={() => window.print()}>
            <Icon of="printer" /> Print
          </Button>
        </div>
      </div>
      {hasSales ? (
        <>
          <figure className={styles.chart}>
            <BarChart
              label="Bar chart of the sales for each performance"
              bars={performances.map(({ id: key, date, net }) => ({
                id: key,
                name: formatBarLabel(date),
                amounts: [net],
              }))}
            />
            <figcaption>
              The net of each performance: the price of its paid tickets, less discounts and refunds.
            </figcaption>
          </figure>
          {performances.map((night) => (
            <PerformanceSection key={night.id} night={night} />
          ))}
        </>
      ) : (
        <EmptyState title="No tickets sold yet">
          Any other payments for this show in our accounts are listed below.
        </EmptyState>
      )}
      <div className={styles.money}>
        <MoneyList
          title="Tickets"
          rows={[
            ['Paid by card, transfer or cheque', totals.paid],
            ['Paid in cash', totals.cash],
            ['Fees', -totals.fees],
            ['Refunds', -totals.actual_refunds],
            ['Balance in our accounts', totals.net],
            ...(totals.retained > 0 ? [[`${retainedLabel} (part of the balance)`, totals.retained] as const] : []),
            ...(totals.expected_refunds > totals.disputed_refunds
              ? [['Refunds due', totals.expected_refunds - totals.disputed_refunds] as const]
              : []),
            ...(totals.disputed_refunds > 0
              ? [['Refunds waiting for a bank’s decision', totals.disputed_refunds] as const]
              : []),
          ]}
        />
        <MoneyList
          title="Front of house"
          rows={[
            ['Paid by card, transfer or cheque', foh.paid],
            ['Paid in cash', foh.cash],
            ['Fees', -foh.fees],
            ['Refunds', -foh.refunds],
            ['Balance in our accounts', foh.net],
          ]}
        />
      </div>
    </section>
  );
}

/** Formats the label of a bar: "17 Apr". */
const formatBarLabel = (date: string) => formatDateTime(date).replace(/^\w+ (\d+ \w{3})\w* .*$/, '$1');

function PerformanceSection({ night }: { night: SalesResults['performances'][number] }) {
  const {
    id,
    date,
    cancelled,
    capacity,
    sold,
    comps,
    kept,
    gross,
    discounts,
    refunds,
    net,
    retained,
    elsewhere,
    lines,
  } = night;
  const others = [comps > 0 && `${comps} given away`, kept > 0 && `${kept} reserved`].filter(Boolean);
  return (
    <section className={styles.night} aria-labelledby={`night-${id}`}>
      <h3 id={`night-${id}`}>
        {formatDateTime(date)} {cancelled && <Badge>Cancelled</Badge>}
      </h3>
      <p className="meta num">
        {[`${sold} sold of ${capacity} ${capacity === 1 ? 'place' : 'places'}`, ...others].join(', ')}. Gross{' '}
        {formatMoney(gross)}.
      </p>
      {(lines.length > 0 || retained > 0) && (
        <table className={`table table--stack table--cards ${styles.lines}`}>
          <caption className="vh">Tickets for {formatDateTime(date)}</caption>
          <thead>
            <tr>
              <th scope="col">Type</th>
              <th scope="col">Price</th>
              <th scope="col">Quantity</th>
              <th scope="col">Discounts</th>
              <th scope="col">Refunds</th>
              <th scope="col">Total</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ type, pence, ...line }) => (
              <tr key={`${type} ${pence}`}>
                <th scope="row" data-heads>
                  {type}
                </th>
                <td data-label="Price" data-named className="num">
                  {pence === 0 ? 'Free' : formatMoney(pence)}
                </td>
                <AmountCells {...line} />
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" data-heads>
                Net
              </th>
              <td />
              <AmountCells count={sold + comps} discounts={discounts} refunds={refunds} total={net} />
            </tr>
            {retained > 0 && (
              <tr>
                <th scope="row" data-heads>
                  {retainedLabel}
                </th>
                <td colSpan={4} />
                <td data-label="Retained" data-sum className="num">
                  {formatMoney(retained)}
                </td>
              </tr>
            )}
          </tfoot>
        </table>
      )}
      {refunds > 0 && <p className="meta">Refunds here are for tickets that are still valid.</p>}
      {elsewhere > 0 && (
        <p className="meta num">
          {formatMoney(elsewhere)} of the net is for tickets sold elsewhere, and isn’t in our accounts.
        </p>
      )}
    </section>
  );
}

/** The cells of a line: count, discounts, refunds and net total. */
const AmountCells = ({
  count,
  discounts,
  refunds,
  total,
}: Pick<SalesResults['performances'][number]['lines'][number], 'count' | 'discounts' | 'refunds' | 'total'>) => (
  <>
    <td data-label="Quantity" data-named className="num">
      {count}
    </td>
    <td data-label="Discounts" data-named className="num" data-nothing={discounts === 0 || undefined}>
      {discounts === 0 ? '–' : formatMoney(-discounts)}
    </td>
    <td data-label="Refunds" data-named className="num" data-nothing={refunds === 0 || undefined}>
      {refunds === 0 ? '–' : formatMoney(-refunds)}
    </td>
    <td data-label="Total" data-sum className="num">
      {formatMoney(total)}
    </td>
  </>
);

const MoneyList = ({ title, rows }: { title: string; rows: readonly (readonly [string, number])[] }) => (
  <section>
    <h3>{title}</h3>
    <dl className={styles.sums}>
      {rows.map(([name, pence]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="num">{formatMoney(pence)}</dd>
        </div>
      ))}
    </dl>
  </section>
);
