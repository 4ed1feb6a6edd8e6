import { type FormEvent, type ReactNode, useState } from 'react';
import type { Answer } from '../../shared/answer.ts';
import { refreshPage } from '../navigation/index.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { sendCall } from './sendCall.ts';

/**
 * A form that makes a call (SPEC §4): it says that it is busy, then what the server said. A 200 empties it and asks for
 * the page anew; anything else keeps what was typed, shows each field's own message and goes to the first wrong one.
 * `children` get the messages by field name. The messages are announced; so no screen needs to.
 */
export function CallForm({
  call,
  submit,
  pending,
  onAnswer,
  children,
}: {
  call: string;
  /** The button's words, at rest and while it is busy. */
  submit: string;
  pending: string;
  onAnswer?: (answer: Answer) => void;
  children: (errors: Record<string, string>) => ReactNode;
}) {
  const [busy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<Answer | null>(null);

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    setBusy(true);
    const answered = await sendCall(call, new FormData(form));
    setBusy(false);
    setAnswer(answered);
    onAnswer?.(answered);
    if (answered.code === 200) {
      form.reset();
      await refreshPage();
    } else {
      // Once the messages are drawn
      requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
    }
  }

  const failed = answer !== null && answer.code !== 200;
  return (
    <form className="stack" method="post" action={call} onSubmit={send}>
      <div role="alert">{failed && <Alert tone="bad" title={answer.msg} />}</div>
      {children((failed && answer.fields) || {})}
      <Button type="submit" pending={busy}>
        {busy ? pending : submit}
      </Button>
      <div role="status">{answer?.code === 200 && <Alert tone="ok" title={answer.msg} />}</div>
    </form>
  );
}
