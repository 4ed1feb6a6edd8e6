import { type FormEvent, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import type { Answer } from '#platform/shared/answer.ts';
import type { AnswerTo, Call, CallSchemas, ReadyCall } from '#platform/shared/calls.ts';
import { Said, useSaid } from '../alerts/index.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { sendCall } from './sendCall.ts';
import { tell } from './useCall.ts';

// Comes once the focus is in the form: until then there is nothing to lose
const UnsavedDialog = lazy(() =>
  import('./UnsavedDialog.tsx').then(
    (module) => ({ default: module.UnsavedDialog }),
    () => ({ default: () => null }),
  ),
);

/**
 * A form that makes a call: it says that it is busy, then what the server said, under its button and for
 * longer than it lives itself (`tell`). A 200 empties it and asks for the page anew; anything else keeps what was
 * typed, shows each field's own message and goes to the first wrong one. Nobody leaves what they have typed in it
 * without being asked. `answered` is what the server said of it before this page was sent, where no script runs.
 * `children` get the messages by field name. The messages are announced here, so no screen needs to.
 */
export function CallForm<const Path extends string, Schemas extends CallSchemas = CallSchemas>({
  call: named,
  submit,
  look,
  pending,
  renews,
  leadsTo,
  what = 'what you have typed',
  asks = true,
  answered,
  onAnswer,
  children,
}: {
  call: ReadyCall<Path, Schemas> | string;
  /** The button's words, at rest and while it is busy. */
  submit: string;
  pending: string;
  /** Danger for what can't be taken back. */
  look?: 'danger';
  /** What is asked for anew after a 200: what stands here, or the whole site when who is looking has changed. */
  renews?: 'page' | 'site';
  /** The page that says it is done, in the place of this one, where this one has had its day. */
  leadsTo?: string;
  /** What would be lost by leaving: “Leave … unsaved?” */
  what?: string;
  /** False where nobody minds typing it again, such as a password to sign in with. */
  asks?: boolean;
  answered?: Answer | undefined;
  /** True when it has said so itself. */
  onAnswer?: (answer: AnswerTo<Schemas>) => unknown;
  children: (errors: Record<string, string>) => ReactNode;
}) {
  const call: Call = typeof named === 'string' ? { method: 'POST', path: named } : named;
  const [busy, setBusy] = useState(false);
  const [touched, setTouched] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  /** What stood in it when there was nothing to lose. */
  const clean = useRef('');
  const said = useSaid(call.path);
  useEffect(() => {
    // Where a script runs the server says what is missing, beside its field and in our own words
    if (form.current) form.current.noValidate = true;
    // As it was sent: somebody may have typed before the script was here
    const fresh = form.current?.cloneNode(true);
    if (!(fresh instanceof HTMLFormElement)) return;
    fresh.reset();
    clean.current = contentOf(fresh);
  }, []);

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const sent = event.currentTarget;
    setBusy(true);
    const answer = await sendCall(call, new FormData(sent));
    const done = answer.code === 200;
    if (done) sent.reset();
    clean.current = done ? contentOf(sent) : clean.current;
    await tell(call.path, answer, {
      renews,
      leadsTo,
      form: sent,
      onAnswer: () => {
        setBusy(false);
        return onAnswer?.(answer as AnswerTo<Schemas>);
      },
    });
    // Filled with what was saved
    if (done) clean.current = contentOf(sent);
  }

  const touch = asks ? () => setTouched(true) : undefined;
  const answer = said ?? answered;
  return (
    <form ref={form} className="stack" method="post" action={call.path} onSubmit={send} onFocus={touch}>
      {/* Where no script runs, the page begins at its top */}
      {!said && answered && answered.code !== 200 && (
        <div role="alert">
          <Alert tone="bad" title={answered.msg} />
        </div>
      )}
      {children((answer && answer.code !== 200 && answer.fields) || {})}
      <Button type="submit" pending={busy} {...(look ? { look } : {})}>
        {busy ? pending : submit}
      </Button>
      <Said at={call.path} />
      {touched && (
        <Suspense>
          <UnsavedDialog unsaved={() => !busy && contentOf(form.current) !== clean.current} what={what} />
        </Suspense>
      )}
    </form>
  );
}

/** What would be sent, to see whether it has changed: choosing again what was chosen before loses nothing. */
function contentOf(form: HTMLFormElement | null): string {
  if (!form) return '';
  return JSON.stringify(
    [...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : value.name]),
  );
}
