import type { ReactNode } from 'react';
import type { CallSchemas, ResolvedCall, ResponseForSchemas } from '#platform/shared/calls/calls.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { Collapsible } from '#platform/web/ui/content/collapsible.tsx';

/** A collapsed form that explains an action and has a button for it. */
export function DisclosureForm<const Path extends string, Schemas extends CallSchemas>({
  call,
  title,
  submit,
  pending,
  onAnswer,
  children,
}: {
  call: ResolvedCall<Path, Schemas>;
  /** The label of the button that opens the form. */
  title: string;
  submit: string;
  pending: string;
  onAnswer?: (answer: ResponseForSchemas<Schemas>) => void;
  children: ReactNode;
}) {
  return (
    <Collapsible title={title}>
      {children}
      <CallForm
        call={call}
        submitLabel={submit}
        pendingLabel={pending}
        asks={false}
        {...(onAnswer ? { onAnswer } : {})}
      >
        {() => null}
      </CallForm>
    </Collapsible>
  );
}
