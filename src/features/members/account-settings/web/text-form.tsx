import type { ComponentProps } from 'react';
import type { CallResponse } from '#platform/shared/call-response.ts';
import type { Call } from '#platform/shared/calls.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { Field, Input } from '#platform/web/ui/field.tsx';
import { FieldPair } from '#platform/web/ui/field-pair.tsx';
import styles from './fields.module.css';

type Line = ComponentProps<'input'> & { name: string; label: string; value: string };

/** A form of single lines, each filled with its present value. */
export function TextForm({
  call,
  submit,
  lines,
  paired = false,
  posted,
}: {
  call: Call;
  submit: string;
  lines: readonly Line[];
  /** True to set the fields next to each other if there is room. */
  paired?: boolean;
  /** The answer when it was posted without JavaScript. */
  posted: { typed: Readonly<Record<string, string>>; answer?: CallResponse | undefined } | undefined;
}) {
  return (
    <CallForm call={call} submitLabel={submit} pendingLabel="Saving…" answered={posted?.answer}>
      {(errors) => {
        const fields = lines.map(({ label, value, name, ...line }) => (
          <Field key={name} label={label} error={errors[name]}>
            {(control) => (
              <Input {...line} {...control} name={name} defaultValue={posted?.typed[name] ?? value} required />
            )}
          </Field>
        ));
        return paired ? <FieldPair>{fields}</FieldPair> : <div className={`stack ${styles.short}`}>{fields}</div>;
      }}
    </CallForm>
  );
}
