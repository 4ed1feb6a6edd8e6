import { type FormEvent, type ReactNode, useState } from 'react';
import type { Answer } from '../../shared/answer.ts';
import { goTo, refreshPage, restart } from '../navigation/index.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { goToWrongField } from './goToWrongField.ts';
import { sendCall } from './sendCall.ts';

/**
 * A form that makes a call (SPEC §4): it says that it is busy, then what the server said. A 200 empties it and asks for
 * the page anew; anything else keeps what was typed, shows each field's own message and goes to the first wrong one.
 * `answered` is what the server said of it before this page was sent, where no script runs. `children` get the messages by
 * field name. The messages are announced here, so no screen needs to.
 */
export function CallForm({
  call,
  submit,
  pending,
  renews = 'page',
  leadsTo,
  answered,
  onAnswer,
  children,
}: {
  call: string;
  /** The button's words, at rest and while it is busy. */
  submit: string;
  pending: string;
  /** What is asked for anew after a 200: this page, or the whole site when who is looking has changed. */
  renews?: 'page' | 'site';
  /** The page that says it is done, in the place of this one, where this one has had its day. */
  leadsTo?: string;
  answered?: Answer | undefined;
  onAnswer?: (answer: Answer) => void;
  children: (errors: Record<string, string>) => ReactNode;
}) {
  const [busy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<Answer | null>(answered ?? null);

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    setBusy(true);
    const said = await sendCall(call, new FormData(form));
    const draw = () => {
      setBusy(false);
      setAnswer(said);
      onAnswer?.(said);
    };
    if (said.code !== 200) {
      goToWrongField(form, draw);
      return;
    }
    draw();
    form.reset();
    await (renews === 'site' ? restart(leadsTo) : leadsTo ? goTo(leadsTo) : refreshPage());
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
