import { useId, useState } from 'react';
import { flushSync } from 'react-dom';
import type { CallResponse } from '#platform/shared/calls/call-response.ts';
import type { Call, CallSchemas, ResolvedCall, ResponseForSchemas } from '#platform/shared/calls/calls.ts';
import { clearResponse, dismissAlertsAbout, isSlotMounted, showAlert, showResponse } from '../alerts/index.ts';
import { navigateTo, refreshPageAndSite, reloadForVisitor, replacePage } from '../navigation/index.ts';
import { type CallArgs, sendCall } from './send-call.ts';

/**
 * Renders a refusal and focuses the first field in `form` that it names. Returns false if it names none. Rendering is
 * synchronous: on a slow phone, the messages might otherwise not exist until after the next frame.
 */
export function renderAndFocusFirstError(form: HTMLElement | null, draw: () => void): boolean {
  flushSync(draw);
  const wrong = form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-wrong]');
  wrong?.focus({ preventScroll: true });
  // The page scrolls to the field's label, because the field alone would be right below the header
  const label = wrong && 'labels' in wrong ? (wrong as HTMLInputElement).labels?.[0] : undefined;
  wrong?.scrollIntoView({ block: 'nearest' });
  label?.scrollIntoView({ block: 'nearest' });
  return wrong != null;
}

export interface ResponseOptions<Given extends CallResponse = CallResponse> {
  /**
   * The data fetched again after a 200: the page and the data around it; everything, if somebody has signed in or out;
   * or nothing, after a call that only asks a question.
   */
  renews?: 'page' | 'site' | 'nothing' | undefined;
  /**
   * The URL of the page that confirms the result, or a function that finds the URL in the response. That page replaces
   * this one, unless `isBackable` is true.
   */
  leadsTo?: string | ((answer: Given) => string | undefined) | undefined;
  /** True if the Back button returns to this page from the one that `leadsTo` names. */
  isBackable?: boolean | undefined;
  /**
   * Shows other effects of the response on the screen, before the page is fetched again. Returns true if the callback
   * has shown the response itself, or the name of another place that shows it.
   */
  onAnswer?: ((answer: Given) => unknown) | undefined;
  /** Fetches the data that the screen shows in addition to its page. Called when the page itself is fetched again. */
  also?: (() => Promise<unknown>) | undefined;
  /** Called once the page shows the result, for example to remove temporary content. */
  onRenewed?: (() => void) | undefined;
  /** The form to search for the first field that a refusal names. That field gets the focus. */
  form?: HTMLElement | null | undefined;
}

/**
 * Sends a call that changes something, shows the server's response in its place (`CallStatus`), and after a 200 fetches
 * everything again that may show the change. Most changes that no `CallForm` makes are made this way. The response
 * remains when the button or form is gone. If its place is no longer on screen, an alert shows the response.
 */
export function useCall(place?: string): {
  /** The path of the call that is in progress; '' if there is none. */
  busy: string;
  /** The name of the response's place, for `CallStatus`. */
  slot: string;
  send: MakeCall;
  /** Does the same as `send` for a call that is sent in another way, such as files with a progress bar. */
  sendVia: <Given extends CallResponse>(
    call: Pick<Call, 'path'>,
    sending: () => Promise<Given>,
    after?: ResponseOptions<Given>,
  ) => Promise<Given>;
} {
  const own = useId();
  const slot = place ?? own;
  const [busy, setBusy] = useState('');
  const sendVia = async <Given extends CallResponse>(
    call: Pick<Call, 'path'>,
    sending: () => Promise<Given>,
    after: ResponseOptions<Given> = {},
  ) => {
    setBusy(call.path);
    const answer = await sending();
    // A form that leads to another page stays busy until that page is shown, because anything pressed or typed until
    // then would be lost
    const leads = answer.code === 200 && after.leadsTo;
    if (!leads) setBusy('');
    await handleCallResponse(slot, answer, after);
    if (leads) setBusy('');
    // A 409 often means that somebody else has changed the data, so the current state is shown and the user can decide
    // again
    if (answer.code === 409 && after.renews !== 'nothing') await refreshPageAndSite();
    return answer;
  };
  const send = (call: Call, body: never, after?: ResponseOptions<never>) =>
    sendVia(call, () => sendCall(call, body), after as ResponseOptions);
  // The cast is safe, because each call's declaration describes its body and responses
  return { busy, slot, sendVia, send: send as MakeCall };
}

type MakeCall = <const Path extends string, Schemas extends CallSchemas>(
  call: ResolvedCall<Path, Schemas>,
  ...sending: CallArgs<Schemas, ResponseOptions<ResponseForSchemas<Schemas>>>
) => Promise<ResponseForSchemas<Schemas>>;

const fetchRenewedData = (
  { renews, isBackable }: ResponseOptions<never>,
  next: string | undefined,
): Promise<unknown> | undefined => {
  if (renews === 'site') return reloadForVisitor(next);
  if (next) return (isBackable ? navigateTo : replacePage)(next);
  return renews === 'nothing' ? undefined : refreshPageAndSite();
};

/** Shows the response to a call, then the changed data, as `useCall` does. */
export async function handleCallResponse<Given extends CallResponse>(
  at: string,
  answer: Given,
  after: ResponseOptions<Given> = {},
): Promise<void> {
  const { leadsTo, form, also, onAnswer, onRenewed } = after;
  const done = answer.code === 200;
  const next = typeof leadsTo === 'function' ? leadsTo(answer) : leadsTo;
  let [silent, place] = [false, at];
  const draw = () => {
    dismissAlertsAbout(at);
    clearResponse(at);
    const shown = onAnswer?.(answer);
    if (typeof shown === 'string') place = shown;
    silent = shown === true || (done && next !== undefined);
    if (!silent) showResponse(place, answer);
  };
  if (done) {
    draw();
    await Promise.all([fetchRenewedData(after, next), also?.()]);
    onRenewed?.();
  } else {
    renderAndFocusFirstError(form ?? null, draw);
  }
  if (silent) return;
  // Loaded only once there is a response, so that no page waits for it
  const settled = await import('../alerts/reveal-response.ts').catch(() => null);
  if (settled) await settled.revealResponse(place, answer);
  else if (!isSlotMounted(place)) showAlert({ title: answer.msg }, done ? 'ok' : 'bad', place);
}
