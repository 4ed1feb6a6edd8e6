import type { ReactNode } from 'react';
import type { AnswerBy, CallSchemas, ReadyCall } from '#platform/shared/calls.ts';
import { CallForm } from '#platform/web/calls/CallForm.tsx';
import { Fold } from '#platform/web/ui/Fold.tsx';

/** Closed until asked for: says what will happen, and does it. */
export function DisclosureForm<const Path extends string, Schemas extends CallSchemas>({
  call,
  title,
  submit,
  pending,
  onAnswer,
  children,
}: {
  call: ReadyCall<Path, Schemas>;
  /** What opens it. */
  title: string;
  submit: string;
  pending: string;
  onAnswer?: (answer: AnswerBy<Schemas>) => void;
  children: ReactNode;
}) {
  return (
    <Fold title={title}>
      {children}
      <CallForm call={call} submit={submit} pending={pending} asks={false} {...(onAnswer ? { onAnswer } : {})}>
        {() => null}
      </CallForm>
    </Fold>
  );
}
