import { payOrder } from '#features/orders/contract.ts';
import { paidAtDoor, paidByNames } from '#features/orders/order.ts';
import { withParams } from '#platform/shared/calls.ts';
import { asMoney } from '#platform/shared/money.ts';
import { Said } from '#platform/web/alerts/index.ts';
import { useCall } from '#platform/web/calls/useCall.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { Icon } from '#platform/web/ui/Icon.tsx';
import type { IconName } from '#platform/web/ui/icon-names.ts';
import { type Light, type Result, resultInWords } from '../result.ts';
import type { ShownParty } from '../unsent-marks.ts';
import styles from './ScanResult.module.css';

const signs: Record<Light, IconName> = { green: 'circle-check', amber: 'triangle-alert', red: 'circle-alert' };

/** What the last code has come to, large enough to be seen at arm's length, and what is to do now. */
export function ScanResult({
  result,
  parties,
  letIn,
  onTakeBack,
}: {
  result: Result | null;
  /** As they stand now. */
  parties: readonly ShownParty[];
  letIn: (party: ShownParty, tickets: readonly string[]) => void;
  onTakeBack: (ticket: string) => void;
}) {
  const { busy, at, make } = useCall('door result');
  const party = parties.find(({ id }) => id === result?.party?.id);
  const { title, detail, light } = result ? resultInWords({ ...result, party: party ?? result.party }) : noResult;
  const missing = party?.tickets.filter(({ arrived }) => !arrived).map(({ id }) => id) ?? [];
  const ticket = result?.ticket;
  const isIn = ticket !== undefined && party?.tickets.some(({ id, arrived }) => id === ticket && arrived);
  const pay = party && withParams(payOrder, { id: party.id });
  return (
    <>
      <div role="alert" className={styles.announced}>
        {result && (
          <div key={result.id} className={`${styles.result} ${styles[light]}`}>
            <Icon of={signs[light]} className={styles.sign} />
            <p className={styles.title}>{title}</p>
            <p>{detail}</p>
          </div>
        )}
      </div>
      <div className="row">
        {result?.outcome === 'owes' &&
          party &&
          pay &&
          party.due !== undefined &&
          party.due > 0 &&
          !result.cutOff &&
          paidAtDoor.map((how) => (
            <Button
              key={how}
              pending={busy === pay.path}
              onClick={async () => {
                // The result says it
                const { code } = await make(pay, { how }, { onAnswer: (answer) => answer.code === 200 });
                if (code === 200 && ticket) letIn(party, [ticket]);
              }}
            >
              {asMoney(party.due ?? 0)} taken {paidByNames[how]}
            </Button>
          ))}
        {result?.outcome === 'owes' && party && ticket && !isIn && (
          <Button look="line" onClick={() => letIn(party, [ticket])}>
            Let in, to pay later
          </Button>
        )}
        {result?.outcome === 'in' && party && missing.length > 0 && (
          <Button onClick={() => letIn(party, missing)}>
            {missing.length === 1 ? 'Let in the other' : `Let in the other ${missing.length}`}
          </Button>
        )}
        {result?.outcome === 'in' && ticket && isIn && (
          <Button look="quiet" onClick={() => onTakeBack(ticket)}>
            Take back
          </Button>
        )}
      </div>
      {result?.outcome === 'owes' && <Said at={at} />}
    </>
  );
}

const noResult = { title: '', detail: '', light: 'amber' } as const;
