import { type CallResponse, unexpectedErrorMessage, visitorHeader } from '#platform/shared/calls/call-response.ts';
import type {
  Call,
  CallBodyInput,
  CallSchemas,
  ResolvedCall,
  ResponseForSchemas,
} from '#platform/shared/calls/calls.ts';
import { importWithRetry } from '../parts/lazy-module.ts';
import { getPageUserId, withReauthentication } from './reauthentication.ts';

const loadOnce = () => import('./send-idempotent.ts');

/** The arguments of a call: its body (which may be left out if the call takes none), and other options. */
export type CallArgs<Schemas extends CallSchemas, More> =
  undefined extends CallBodyInput<Schemas>
    ? [body?: CallBodyInput<Schemas>, more?: More]
    : [body: CallBodyInput<Schemas>, more?: More];

/**
 * Makes a call and returns its response. Never rejects: if there is no readable response, returns one with code 0.
 * Files are sent as multipart, anything else as JSON. Several values of one name become a list.
 */
export async function sendCall<const Path extends string, Schemas extends CallSchemas>(
  call: ResolvedCall<Path, Schemas>,
  ...[body, ask = fetch]: CallArgs<Schemas, typeof fetch>
): Promise<ResponseForSchemas<Schemas>> {
  const init = { method: call.method, ...contentOf(call, body) };
  // `send-idempotent.ts` is loaded only when a call needs it, so that no page waits for it. If loading fails, nothing
  // is sent, and the user can try again
  const send = () =>
    call.once
      ? importWithRetry(loadOnce).then((module) => module.sendIdempotentCall(ask, call.path, init))
      : ask(call.path, init);
  const answer = await withReauthentication(
    () => answerOnce(send),
    (given) => given,
  );
  // The cast is safe, because the tests check every response against its call's declaration
  return answer as ResponseForSchemas<Schemas>;
}

const json = 'application/json';

/**
 * Returns the headers of every call. They name the user for whom the page was rendered. If another user has signed in
 * since, in another tab, the server can then refuse the call instead of making it in that user's name.
 */
export const buildCallHeaders = () => ({ accept: json, [visitorHeader]: getPageUserId() });

function contentOf({ method }: Call, body: unknown): Pick<RequestInit, 'body' | 'headers'> {
  const headers = buildCallHeaders();
  if (method !== 'POST') return { headers };
  const isForm = body instanceof FormData;
  if (isForm && [...body.values()].some((value) => typeof value !== 'string')) return { body, headers };
  const sent = JSON.stringify(isForm ? valuesOf(body) : (body ?? {}));
  return { body: sent, headers: { ...headers, 'content-type': json } };
}

async function answerOnce(ask: () => Promise<Response>): Promise<CallResponse> {
  const text = ask().then((response) => response.text());
  return parseCallResponse(await text.catch(() => ''));
}

/** Returns the parsed response, or one with code 0 if the text isn't a response. */
export function parseCallResponse(text: string): CallResponse {
  try {
    const answer: Partial<CallResponse> | null = JSON.parse(text);
    if (typeof answer?.code === 'number' && typeof answer.msg === 'string') return answer as CallResponse;
  } catch {
    // The error is reported below
  }
  return { code: 0, msg: unexpectedErrorMessage };
}

function valuesOf(form: FormData): Record<string, unknown> {
  return Object.fromEntries(
    [...new Set(form.keys())].map((name) => {
      const values = form.getAll(name);
      return [name, values.length > 1 ? values : values[0]];
    }),
  );
}
