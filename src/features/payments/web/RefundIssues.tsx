import { type ReactElement, useState } from 'react';
import { manualSourcePhrases, manualSources } from '#features/books/entry.ts';
import { withParams } from '#platform/shared/calls.ts';
import { asMoney } from '#platform/shared/money.ts';
import { CallAnswer } from '#platform/web/alerts/index.ts';
import { CallForm } from '#platform/web/calls/CallForm.tsx';
import { useCall } from '#platform/web/calls/useCall.ts';
import { Alert } from '#platform/web/ui/Alert.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { ConfirmDialog } from '#platform/web/ui/ConfirmDialog.tsx';
import { Dialog } from '#platform/web/ui/Dialog.tsx';
import { Field, Select } from '#platform/web/ui/Field.tsx';
import { Fold } from '#platform/web/ui/Fold.tsx';
import { InputField } from '#platform/web/ui/InputField.tsx';
import { type RefundIssue, recordExternalRefund, retryRefund, settleRefund } from '../contract.ts';
import { NotOurs } from './NotOurs.tsx';
import styles from './RefundIssues.module.css';

/** A page with more than these puts the others into a fold. */
const mostShown = 20;

type Asking = { issue: RefundIssue; what: 'record' | 'retry' | 'settle' } | null;

/**
 * Refunds that were refused or made at Square, and disputes: each with what can be done about it. `children` are list
 * items for whatever else there is to decide. With `links` each leads to its order.
 */
export function RefundIssues({
  issues,
  links = false,
  children = [],
}: {
  issues: readonly RefundIssue[];
  links?: boolean;
  children?: readonly ReactElement[];
}) {
  const [asking, ask] = useState<Asking>(null);
  const { busy, at, make } = useCall('refund issues');
  const close = () => ask(null);
  const items = [
    ...issues.map((issue) => (
      <li key={issue.id}>
        <Alert tone="bad" title={issue.says}>
          <p>{issue.todo}</p>
          {issue.square_id !== '' && <p className="meta">Square’s id: {issue.square_id}</p>}
          <div className={styles.actions}>
            {issue.can_record && (
              <Button small look="line" pending={busy !== ''} onClick={() => ask({ issue, what: 'record' })}>
                Record {asMoney(issue.amount)}
              </Button>
            )}
            {issue.can_settle && (
              <>
                <Button small look="line" pending={busy !== ''} onClick={() => ask({ issue, what: 'retry' })}>
                  Try again
                </Button>
                <Button small look="line" pending={busy !== ''} onClick={() => ask({ issue, what: 'settle' })}>
                  Settle in another way
                </Button>
              </>
            )}
            {issue.can_dismiss && <NotOurs of={issue} />}
            {links && issue.order_link !== '' && (
              <ButtonLink small look="line" href={issue.order_link}>
                Open order
              </ButtonLink>
            )}
          </div>
        </Alert>
      </li>
    )),
    ...children,
  ];
  const rest = items.slice(mostShown);
  return (
    <>
      <CallAnswer at={at} />
      {items.length > 0 && <ul className={styles.issues}>{items.slice(0, mostShown)}</ul>}
      {rest.length > 0 && (
        <Fold wide title={`${rest.length} more`}>
          <ul className={styles.issues}>{rest}</ul>
        </Fold>
      )}
      {asking?.what === 'retry' && (
        <ConfirmDialog
          question={`Refund ${asMoney(asking.issue.amount)} again?`}
          keep="Not now"
          go={`Refund ${asMoney(asking.issue.amount)}`}
          onGo={() => void make(withParams(retryRefund, { id: asking.issue.id }))}
          onClose={close}
        >
          The refund goes to their card straight away. If the bank refuses it again, you find it here again.
        </ConfirmDialog>
      )}
      {asking?.what === 'record' &&
        (asking.issue.of_subscription ? (
          <RecordDialog issue={asking.issue} onClose={close} />
        ) : (
          <ConfirmDialog
            question={`Record ${asMoney(asking.issue.amount)}?`}
            keep="Not now"
            go={`Record ${asMoney(asking.issue.amount)}`}
            onGo={() => void make(withParams(recordExternalRefund, { id: asking.issue.id }), {})}
            onClose={close}
          >
            It is entered in the ledger as Square moved it. Square isn’t asked for anything.
          </ConfirmDialog>
        ))}
      {asking?.what === 'settle' && <SettleDialog issue={asking.issue} onClose={close} />}
    </>
  );
}

/** Asks what becomes of the subscription that was refunded, and records the refund. */
function RecordDialog({ issue, onClose }: { issue: RefundIssue; onClose: () => void }) {
  return (
    <Dialog title={`Record ${asMoney(issue.amount)}`} onClose={onClose}>
      {(close) => (
        <CallForm
          call={withParams(recordExternalRefund, { id: issue.id })}
          submit={`Record ${asMoney(issue.amount)}`}
          pending="Recording…"
          asks={false}
          onAnswer={({ code }) => {
            if (code === 200) close();
          }}
        >
          {(errors) => (
            <>
              <p>It is entered in the ledger as Square moved it. Square isn’t asked for anything.</p>
              <Field label="Their subscription" error={errors.subscription}>
                {(control) => (
                  <Select {...control} name="subscription">
                    <option value="keep">Keep the year</option>
                    <option value="end">End it</option>
                  </Select>
                )}
              </Field>
            </>
          )}
        </CallForm>
      )}
    </Dialog>
  );
}

function SettleDialog({ issue, onClose }: { issue: RefundIssue; onClose: () => void }) {
  return (
    <Dialog title={`Settle ${asMoney(issue.amount)}`} onClose={onClose}>
      {(close) => (
        <CallForm
          call={withParams(settleRefund, { id: issue.id })}
          submit="Settle"
          pending="Settling…"
          asks={false}
          onAnswer={({ code }) => {
            if (code === 200) close();
          }}
        >
          {(errors) => (
            <>
              <p>The card isn’t refunded then.</p>
              <Field label="What happened" error={errors.how}>
                {(control) => (
                  <Select {...control} name="how">
                    {manualSources.map((source) => (
                      <option key={source} value={source}>
                        I paid it {manualSourcePhrases[source]}
                      </option>
                    ))}
                    <option value="dismissed">Nothing is owed any more</option>
                  </Select>
                )}
              </Field>
              <InputField
                label="Reason"
                hint="Needed where nothing is owed any more. It appears in the history."
                name="reason"
                maxLength={150}
                autoComplete="off"
                error={errors.reason}
              />
            </>
          )}
        </CallForm>
      )}
    </Dialog>
  );
}
