import { type FormEvent, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { CallResponse } from '#platform/shared/calls/call-response.ts';
import type { CallSchemas, ResolvedCall, ResponseForSchemas } from '#platform/shared/calls/calls.ts';
import { CallStatus, ErrorAlert, useCallResponse } from '../alerts/index.ts';
import { findInternalLink } from '../navigation/index.ts';
import { useLazyModule } from '../parts/lazy-module.ts';
import { Button } from '../ui/actions/button.tsx';
import { ButtonLabel } from '../ui/actions/button-label.tsx';
import { sendCall } from './send-call.ts';
import { handleCallResponse } from './use-call.ts';

const loadDialog = () => import('./unsaved-changes.tsx');

/**
 * A form that makes a call. It shows a busy state, then the server's response, which remains when the form is gone.
 * After a 200, the page is fetched again, and a form that adds something is reset, unless the user is still typing.
 * After any other code, the input is kept, each field shows its error, and the first of these fields gets the focus.
 * The user is asked before leaving with unsaved input. `answered` is the response that the server rendered if there is
 * no script. `children` receive the errors by field name; the form announces them.
 */
export function CallForm<const Path extends string, Schemas extends CallSchemas = CallSchemas>({
  call,
  action = call.path,
  which,
  submitLabel,
  look,
  pendingLabel,
  renews,
  leadsTo,
  isBackable,
  what = 'what you’ve typed',
  asks = true,
  stored = false,
  refused,
  answered,
  lacks,
  typed,
  onAnswer,
  beside,
  bar,
  children,
}: {
  call: ResolvedCall<Path, Schemas>;
  /**
   * The URL to which the browser posts the form without JavaScript: the call's path with the id of the form's
   * section, at which the response then opens.
   */
  action?: string;
  /**
   * Distinguishes this form from the page's other forms of the same call, so that each shows only its own responses.
   */
  which?: string;
  submitLabel: string;
  /** The button's label while the call is pending. */
  pendingLabel: string;
  /**
   * The style of the button: `danger` for actions that can't be undone, `accent` for paying, `line` or `quiet` next to
   * a more important form.
   */
  look?: 'danger' | 'accent' | 'line' | 'quiet';
  /**
   * The data fetched again after a 200: the page and the data around it, or the whole site if somebody has signed in or
   * out.
   */
  renews?: 'page' | 'site';
  /**
   * The URL of the page that confirms the result, or a function that finds the URL in the response. That page replaces
   * this one, unless `isBackable` is true.
   */
  leadsTo?: string | ((answer: ResponseForSchemas<Schemas>) => string | undefined);
  /** True if the Back button returns to this page from the one that `leadsTo` names. */
  isBackable?: boolean;
  /** Names the input that would be lost by leaving: “Leave without saving …?” */
  what?: string;
  /**
   * False if the user may leave without being asked, because the input is easy to type again, such as a password for
   * signing in.
   */
  asks?: boolean;
  /** True if the form contains `FormDraftStorage`. */
  stored?: boolean;
  /**
   * The bold first line of a refusal. If it is set, refusals are shown above the first field, otherwise at the button.
   */
  refused?: string;
  answered?: CallResponse | undefined;
  /** Returns errors, by field, that the server can't detect. If there are any, nothing is sent. */
  lacks?: (typed: FormData) => Readonly<Record<string, string>>;
  /**
   * Receives a function that returns true if the form is dirty, for `useVersionedForm`. Set this for a form that edits
   * an existing record. The form then isn't reset after a 200, and anything not yet saved counts as dirty.
   */
  typed?: RefObject<() => boolean>;
  /**
   * Called with the response. Returns true if the callback has shown the response itself, or the name of another place
   * that shows it.
   */
  onAnswer?: (answer: ResponseForSchemas<Schemas>) => unknown;
  /** Content shown before the button, such as the price. */
  beside?: ReactNode;
  /**
   * Replaces the row with `beside`, the button and the response. It must contain a submit button and, unless `refused`
   * is set, a `CallStatus`.
   */
  bar?: (busy: boolean) => ReactNode;
  children: (errors: Record<string, string>) => ReactNode;
}) {
  const [busy, setBusy] = useState(false);
  const [touched, setTouched] = useState(false);
  const dialog = useLazyModule(loadDialog);
  const form = useRef<HTMLFormElement>(null);
  /** The form's content when everything in it was last saved. */
  const clean = useRef('');
  /**
   * The submission that is being handled; null if there is none. It is set until the form has been refilled with the
   * saved values (which would otherwise count as typed), until a refusal is shown, or until the user types. It is the
   * event, because the form may be sent again before its first response is on screen.
   */
  const sending = useRef<unknown>(null);
  const at = which === undefined ? call.path : `${call.path} ${which}`;
  const reply = useCallResponse(at);
  useLayoutEffect(() => {
    const { current } = form;
    if (!current) return;
    // The browser's validation is off, because the server reports missing fields in our own words, next to each field
    current.noValidate = true;
    // The form as sent by the server, because the user may have typed before the script ran
    const fresh = current.cloneNode(true) as HTMLFormElement;
    fresh.reset();
    clean.current = contentOf(fresh);
  }, []);

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const sent = event.currentTarget;
    const fields = { ...lacks?.(new FormData(sent)) };
    const [msg] = Object.values(fields);
    if (msg !== undefined) return handleCallResponse(at, { code: 400, msg, fields }, { form: sent });
    sending.current = event;
    const isSending = () => sending.current === event;
    setBusy(true);
    const content = contentOf(sent);
    const answer = (await sendCall<string, CallSchemas>(call, new FormData(sent))) as ResponseForSchemas<Schemas>;
    const done = answer.code === 200;
    // The form stays busy until the next page is shown, because pressing again would send it again
    const leads = done && leadsTo;
    // A form that leads to another page is left when the response arrives. Input typed after that is neither stored nor
    // asked about
    if (done && typed) clean.current = content;
    else if (leads || (done && isSending())) {
      sent.reset();
      clean.current = contentOf(sent);
    }
    await handleCallResponse(at, answer, {
      renews,
      leadsTo,
      isBackable,
      form: sent,
      onAnswer: () => {
        if (!leads) setBusy(false);
        return onAnswer?.(answer);
      },
    });
    if (leads) setBusy(false);
    if (!isSending()) return;
    // The form has been refilled with the saved values
    if (done) clean.current = contentOf(sent);
    sending.current = null;
  }

  const isTyped = () => contentOf(form.current) !== clean.current;
  useLayoutEffect(() => {
    if (typed) typed.current = isTyped;
  });
  // The dialog is loaded when the form gets the focus, because before that there is nothing to lose
  const touch = () => {
    setTouched(true);
    void dialog.load().then(setTouched);
  };
  const answer = reply ?? answered;
  return (
    <form
      ref={form}
      className="stack"
      method="post"
      action={action}
      onSubmit={send}
      onFocus={asks ? touch : undefined}
      onChange={asks ? touch : undefined}
      onInput={() => {
        sending.current = null;
      }}
    >
      {/* Without a script, the refusal is above the fields, because the page opens at the form’s section or at the top
          of the page */}
      {!reply && answered && answered.code !== 200 && (
        <div role="alert">
          <ErrorAlert title={refused} msg={answered.msg} />
        </div>
      )}
      {refused !== undefined && <CallStatus slot={at} title={refused} above />}
      {children((answer && answer.code !== 200 && answer.fields) || {})}
      {bar?.(busy) ?? (
        <div className="row">
          {beside}
          <Button type="submit" pending={busy} look={look}>
            <ButtonLabel label={submitLabel} busyLabel={pendingLabel} busy={busy} />
          </Button>
          {refused === undefined && <CallStatus slot={at} />}
        </div>
      )}
      {dialog.part ? (
        <dialog.part.UnsavedChangesDialog unsaved={() => !sending.current && isTyped()} what={what} stored={stored} />
      ) : (
        touched && <LinkClickGuard typed={isTyped} />
      )}
    </form>
  );
}

/**
 * Used until the dialog has loaded. Stops a click on a link that would lose input. Once the dialog can ask, clicks the
 * link again.
 */
function LinkClickGuard({ typed }: { typed: () => boolean }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it reads the form as it is when a link is clicked
  useLayoutEffect(() => {
    let link: HTMLElement | null = null;
    const wait = (event: MouseEvent) => {
      const followed = findInternalLink(event);
      if (!followed || !typed()) return;
      event.preventDefault();
      // If two forms have unsaved input, only one asks. Otherwise a second question about the same click would follow
      event.stopImmediatePropagation();
      link = followed;
    };
    document.addEventListener('click', wait, true);
    return () => {
      document.removeEventListener('click', wait, true);
      // After this render, the dialog listens, so the link is clicked again
      queueMicrotask(() => link?.click());
    };
  }, []);
  return null;
}

/**
 * Returns the form's values, for comparison. The value of a selected file is its name, and the `version` field is left
 * out.
 */
function contentOf(form: HTMLFormElement | null): string {
  if (!form) return '';
  return JSON.stringify(
    [...new FormData(form)]
      .filter(([name]) => name !== 'version')
      .map(([name, value]) => [name, typeof value === 'string' ? value : value.name]),
  );
}
