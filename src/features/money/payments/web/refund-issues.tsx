import { type ReactElement, useState } from 'react';
import { manualPaymentSourcePhrases, manualPaymentSources } from '#features/money/ledger/entry.ts';
import { withParams } from '#platform/shared/calls/calls.ts';
import { addDays, formatDate } from '#platform/shared/dates/dates.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { formatCannotEmailMessage } from '#platform/shared/text/cannot-email.ts';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { useCall } from '#platform/web/calls/use-call.ts';
import { useSite } from '#platform/web/navigation/index.ts';
import { Button, ButtonLink } from '#platform/web/ui/actions/button.tsx';
import { Alert } from '#platform/web/ui/content/alert.tsx';
import { Collapsible } from '#platform/web/ui/content/collapsible.tsx';
import { Field, InputField, Select } from '#platform/web/ui/fields/field.tsx';
import { RadioGroup } from '#platform/web/ui/fields/radio-group.tsx';
import { ConfirmDialog } from '#platform/web/ui/overlays/confirm-dialog.tsx';
import { Dialog } from '#platform/web/ui/overlays/dialog.tsx';
import {
  dismissUnknownPayment,
  type PaidYear,
  type RefundIssue,
  recordExternalRefund,
  retryRefund,
  settleRefund,
} from '../contract.ts';

import styles from './refund-issues.module.css';

/** The number of issues that a page shows before it collapses the rest. */
const maxIssuesShown = 20;

type OpenDialog = { issue: RefundIssue; what: 'record' | 'settle' } | null;

/**
 * The open decisions about refunds and disputes, with their actions. `children` are list items about other decisions.
 * With `links`, each decision about an order links to the order.
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
  const [asking, ask] = useState<OpenDialog>(null);
  const { busy, slot: at, send: make } = useCall('refund issues');
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
                Record {formatMoney(issue.amount)}
              </Button>
            )}
            {issue.can_settle && (
              <Button
                small
                look="line"
                aria-haspopup="dialog"
                pending={busy !== ''}
                onClick={() => ask({ issue, what: 'settle' })}
              >
                Settle {formatMoney(issue.amount)}
              </Button>
            )}
            {issue.can_dismiss && <DismissUnknownPaymentButton of={issue} />}
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
  const rest = items.slice(maxIssuesShown);
  return (
    <>
      <CallStatus slot={at} above />
      {items.length > 0 && <ul className={styles.issues}>{items.slice(0, maxIssuesShown)}</ul>}
      {rest.length > 0 && (
        <Collapsible wide title={`${rest.length} more`}>
          <ul className={styles.issues}>{rest}</ul>
        </Collapsible>
      )}
      {asking?.what === 'record' &&
        (asking.issue.paid_year ? (
          <RecordDialog issue={asking.issue} year={asking.issue.paid_year} onClose={close} />
        ) : (
          <ConfirmDialog
            question={`Record ${formatMoney(asking.issue.amount)}?`}
            cancelLabel="Not now"
            confirmLabel={`Record ${formatMoney(asking.issue.amount)}`}
            onConfirm={() => void make(withParams(recordExternalRefund, { id: asking.issue.id }), {})}
            onClose={close}
          >
            Square has already moved this money. Recording only enters it in the accounts: no more money is moved.
          </ConfirmDialog>
        ))}
      {asking?.what === 'settle' && <SettleDialog issue={asking.issue} onClose={close} />}
    </>
  );
}

/** The dialog that records an external refund and asks whether the subscription ends. */
function RecordDialog({ issue, year, onClose }: { issue: RefundIssue; year: PaidYear; onClose: () => void }) {
  return (
    <Dialog title={`Record ${formatMoney(issue.amount)}`} onClose={onClose}>
      {(close) => (
        <CallForm
          call={withParams(recordExternalRefund, { id: issue.id })}
          submitLabel={`Record ${formatMoney(issue.amount)}`}
          pendingLabel="Recording…"
          asks={false}
          onAnswer={({ code }) => {
            if (code === 200) close();
          }}
        >
          {(errors) => (
            <>
              <p>
                Square has already moved this money. Recording only enters it in the accounts: no more money is moved.
              </p>
              <EndSubscriptionField year={year} error={errors.subscription} />
            </>
          )}
        </CallForm>
      )}
    </Dialog>
  );
}

/**
 * The dialog that settles a refused refund. The refund is retried, paid in another way, or dismissed because nothing is
 * owed.
 */
function SettleDialog({ issue, onClose }: { issue: RefundIssue; onClose: () => void }) {
  const [how, setHow] = useState('');
  const { sends_mail } = useSite();
  const params = { id: issue.id };
  const amount = formatMoney(issue.amount);
  const choose = (error?: string) => (
    <RadioGroup
      legend={`How is the ${amount} settled?`}
      name="how"
      value={how}
      error={error}
      onChoose={setHow}
      choices={[
        ['card', 'Refund to the card again'],
        ...manualPaymentSources.map(
          (source) => [source, `I have paid it ${manualPaymentSourcePhrases[source]}`] as const,
        ),
        ['dismissed', 'Nothing is owed any more'],
      ]}
    />
  );
  const form = {
    pendingLabel: 'Settling…',
    look: 'danger',
    asks: false,
    onAnswer: ({ code }: { code: number }) => {
      if (code === 200) onClose();
    },
  } as const;
  return (
    <Dialog title={`Settle the refund of ${amount}`} onClose={onClose}>
      {/* Both forms are one element to React, so that the chosen radio button keeps the focus */}
      {() =>
        how === 'card' ? (
          <CallForm {...form} call={withParams(retryRefund, params)} submitLabel={`Refund ${amount}`}>
            {() => (
              <>
                {choose()}
                <p>The refund goes to Square straight away. If it’s refused again, it appears here again.</p>
              </>
            )}
          </CallForm>
        ) : (
          <CallForm
            {...form}
            call={withParams(settleRefund, params)}
            submitLabel={settleLabel(how, amount)}
            lacks={() => (how === '' ? { how: 'Choose how it was settled.' } : {})}
          >
            {(errors) => (
              <>
                {choose(errors.how)}
                {how !== '' && <p>{settledNote(how, issue, { sends_mail })}</p>}
                <InputField
                  label="Reason"
                  hint={reasonHint(how, issue, { sends_mail })}
                  name="reason"
                  maxLength={150}
                  autoComplete="off"
                  error={errors.reason}
                />
              </>
            )}
          </CallForm>
        )
      }
    </Dialog>
  );
}

function settleLabel(how: string, amount: string): string {
  if (how === '') return 'Settle';
  return how === 'dismissed' ? `Retain ${amount}` : `Record ${amount} as refunded`;
}

function reasonHint(how: string, { of_subscription }: RefundIssue, { sends_mail }: { sends_mail: boolean }): string {
  if (how !== 'dismissed') return 'Optional. It appears in Accounting and in the audit log.';
  return of_subscription || !sends_mail
    ? 'It appears in the audit log.'
    : 'It appears in the audit log and in the email to the person who paid.';
}

function settledNote(how: string, { of_subscription }: RefundIssue, { sends_mail }: { sends_mail: boolean }): string {
  const told = sends_mail ? 'We’ll email the person who paid, if we have their address.' : formatCannotEmailMessage();
  if (how !== 'dismissed') return `This doesn’t refund the card. ${told}`;
  return of_subscription ? 'The society retains the money.' : `The society retains the money. ${told}`;
}

/** Asks if the membership year that was paid for ends with the refund. */
export function EndSubscriptionField({
  year: { from, until, has_begun },
  error,
}: {
  year: PaidYear;
  error: string | undefined;
}) {
  const end = has_begun ? 'End it today' : `End it on ${formatDate(addDays(from, -1), 'day')}`;
  return (
    <Field
      label="Their subscription"
      hint={`This paid for ${formatDate(from, 'day')} to ${formatDate(until, 'day')}${has_begun ? '' : ', a year that hasn’t begun'}.`}
      error={error}
    >
      {(control) => (
        <Select {...control} name="subscription">
          <option value="keep">Keep it until {formatDate(until, 'day')}</option>
          <option value="end">{end}</option>
        </Select>
      )}
    </Field>
  );
}

/** A payment, refund or dispute at Square that isn't in our accounts. */
interface UnknownPayment {
  id: string;
  /** Pence. */
  amount: number;
}

/** The button and dialog that dismiss a payment, refund or dispute at Square that isn't ours. */
export function DismissUnknownPaymentButton({ of: { id, amount } }: { of: UnknownPayment }) {
  const [isAsking, ask] = useState(false);
  return (
    <>
      <Button small look="line" aria-haspopup="dialog" onClick={() => ask(true)}>
        This isn’t ours…<span className="vh"> {formatMoney(amount)}</span>
      </Button>
      {isAsking && (
        <Dialog title={`Dismiss ${formatMoney(amount)}`} onClose={() => ask(false)}>
          {(close) => (
            <CallForm
              call={withParams(dismissUnknownPayment, { id })}
              submitLabel={`Dismiss ${formatMoney(amount)}`}
              pendingLabel="Dismissing…"
              asks={false}
              onAnswer={({ code }) => {
                if (code === 200) close();
              }}
            >
              {(errors) => (
                <>
                  <p>It disappears from this list. Nothing changes in the accounts or at Square.</p>
                  <InputField
                    label="What is it?"
                    hint="For example “Raffle, paid with the card reader”. It appears in the audit log."
                    name="reason"
                    maxLength={150}
                    autoComplete="off"
                    error={errors.reason}
                    required
                  />
                </>
              )}
            </CallForm>
          )}
        </Dialog>
      )}
    </>
  );
}
