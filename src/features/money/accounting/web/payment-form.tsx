import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { manualPaymentSources, paymentSourceLabels } from '#features/money/ledger/entry.ts';
import { type CalendarDate, formatLocalDate } from '#platform/shared/dates/dates.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Field, InputField, Select } from '#platform/web/ui/fields/field.tsx';
import { FieldPair } from '#platform/web/ui/fields/field-pair.tsx';
import { MoneyField } from '#platform/web/ui/fields/money-field.tsx';
import { RadioGroup } from '#platform/web/ui/fields/radio-group.tsx';
import { type AccountingContent, type PaymentQuestion, recordPayment } from '../contract.ts';
import styles from './accounting.module.css';

type PaymentChoice = readonly [value: string, label: string];

/** A form that records a manual payment. `children` are the fields for its purpose. */
export function ManualPaymentForm({
  page,
  pence,
  onEntered,
  children,
}: {
  page: Pick<AccountingContent, 'today' | 'year' | 'open_from'>;
  /** The preset amount in pence. */
  pence?: number | undefined;
  onEntered?: () => void;
  /** Renders the fields. Receives the open questions too, because a question can take the place of a field. */
  children: (errors: Record<string, string>, questions: readonly PaymentQuestion[]) => ReactNode;
}) {
  const day = useRef<HTMLInputElement>(null);
  const [questions, setQuestions] = useState<readonly PaymentQuestion[]>([]);
  return (
    <CallForm
      call={recordPayment}
      what="the payment"
      submitLabel="Enter payment"
      pendingLabel="Entering payment…"
      lacks={(typed) =>
        Object.fromEntries(
          questions.flatMap(({ field }) =>
            typed.has(field) ? [] : [[field, 'Choose an answer, or change the payment.']],
          ),
        )
      }
      onAnswer={(answer) => {
        const asked = (answer.code === 409 && answer.questions) || [];
        const isAnswered = ({ field }: PaymentQuestion) => !asked.some((question) => question.field === field);
        // Answered questions stay in the form, so that their answers are sent again
        setQuestions(asked.length > 0 ? [...questions.filter(isAnswered), ...asked] : []);
        if (answer.code === 200) onEntered?.();
        return asked.length > 0;
      }}
    >
      {(errors) => (
        <>
          {/* The questions are about the submitted values, so they disappear when a value changes */}
          <div className="stack" onChange={() => setQuestions([])}>
            <input type="hidden" name="shown_year" value={page.year} />
            {children(errors, questions)}
            <FieldPair>
              <MoneyField key={pence} pence={pence} label="Amount in pounds" name="amount" error={errors.amount} />
              <InputField
                ref={day}
                label="Paid on"
                name="day"
                type="date"
                defaultValue={page.today}
                max={page.today}
                hint={page.open_from ? `From ${formatLocalDate(page.open_from)} to today.` : 'Today or earlier.'}
                error={errors.day}
                required
              />
            </FieldPair>
            {errors.day && page.open_from && <UseOpenDayButton day={page.open_from} input={day} />}
            <SelectField
              label="Paid by"
              name="source"
              error={errors.source}
              choices={manualPaymentSources.map((source) => [source, paymentSourceLabels[source]] as const)}
            />
          </div>
          {questions.length > 0 && <Questions questions={questions} errors={errors} />}
        </>
      )}
    </CallForm>
  );
}

/** The questions to answer before the payment is recorded. */
const Questions = ({
  questions,
  errors,
}: {
  questions: readonly PaymentQuestion[];
  errors: Record<string, string>;
}) => (
  <div role="alert" className={styles.questions}>
    <strong>Not entered yet: please check this first.</strong>
    {questions.map(({ field, text, choices }) => (
      <RadioGroup
        key={field}
        legend={text}
        name={field}
        choices={choices.map(({ value, label }) => [value, label])}
        error={errors[field]}
      />
    ))}
    <p className="meta">Choose an answer, then press “Enter payment” again. If something is wrong, change it above.</p>
  </div>
);

/** A button that sets the date to the first open day, for a date in a closed year. */
const UseOpenDayButton = ({ day, input }: { day: CalendarDate; input: RefObject<HTMLInputElement | null> }) => (
  <p className={styles.openDay}>
    <Button
      look="line"
      small
      onClick={() => {
        if (!input.current) return;
        input.current.value = day;
        input.current.focus();
      }}
    >
      Use {formatLocalDate(day)}
    </Button>
  </p>
);

/** A select field. `none` labels an empty choice at the top. */
export const SelectField = ({
  label,
  name,
  error,
  choices,
  none,
}: {
  label: string;
  name: string;
  error: string | undefined;
  choices: readonly PaymentChoice[];
  none?: string;
}) => (
  <Field label={label} error={error}>
    {(control) => (
      <Select {...control} name={name}>
        {none !== undefined && <option value="">{none}</option>}
        {choices.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </Select>
    )}
  </Field>
);
