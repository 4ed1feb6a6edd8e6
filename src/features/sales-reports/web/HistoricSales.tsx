import { useState } from 'react';
import { type CalendarDate, dateInWords } from '#platform/shared/dates.ts';
import { showAlert } from '#platform/web/alerts/index.ts';
import { sendCall } from '#platform/web/calls/sendCall.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { ButtonWords } from '#platform/web/ui/ButtonWords.tsx';
import { Empty } from '#platform/web/ui/Empty.tsx';
import { Field, Select } from '#platform/web/ui/Field.tsx';
import { type SalesResults, showSales } from '../contract.ts';
import styles from './HistoricSales.module.css';
import { Sales } from './Sales.tsx';

/** What was sold for a show that is chosen here. */
export function HistoricSales({ shows }: { shows: readonly { id: string; title: string; date: CalendarDate }[] }) {
  const [chosen, choose] = useState(shows[0]?.id ?? '');
  const [busy, setBusy] = useState(false);
  const [shown, show] = useState<{ id: string; results: SalesResults }>();
  if (shows.length === 0) return <Empty title="No shows yet">What they sold is counted here.</Empty>;
  const ask = async (id: string) => {
    choose(id);
    setBusy(true);
    const answer = await sendCall(showSales, { showID: id });
    setBusy(false);
    if (answer.code === 200) {
      show({ id, results: answer.results });
      showAlert({ title: 'Success', content: answer.msg }, 'ok', showSales.path);
    } else {
      showAlert({ title: `Error: ${answer.code}`, content: answer.msg }, 'bad', showSales.path);
    }
  };
  return (
    <div className="stack">
      <form
        className={`${styles.choice} no-print`}
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void ask(chosen);
        }}
      >
        <Field label="Sales for">
          {(control) => (
            <Select {...control} name="showID" value={chosen} onChange={({ target }) => void ask(target.value)}>
              {shows.map(({ id, title, date }) => (
                <option key={id} value={id}>
                  {title}, {dateInWords(date, 'month')}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Button type="submit" look="line" pending={busy}>
          <ButtonWords atRest="Show sales" doing="Counting…" busy={busy} />
        </Button>
      </form>
      {shown && <Sales {...shown} />}
    </div>
  );
}
