import {
  type CallResponse,
  idempotencyKeyHeader,
  unexpectedErrorMessage,
} from '#platform/shared/calls/call-response.ts';
import type { CallSchemas, ResolvedCall, ResponseForSchemas } from '#platform/shared/calls/calls.ts';
import { importWithRetry } from '../parts/lazy-module.ts';
import { withReauthentication } from './reauthentication.ts';
import { buildCallHeaders, parseCallResponse } from './send-call.ts';

/**
 * Sends files to a call and reports the part that has been sent, from 0 to 1. Never rejects. After too many requests,
 * waits for as long as the server says, but at most two minutes, and sends the files again. The idempotency key is
 * `idempotencyKey` or, without it, the key stored for this content if the call is declared `once`.
 */
export async function sendFilesWithProgress<const Path extends string, Schemas extends CallSchemas = CallSchemas>(
  { path, once }: ResolvedCall<Path, Schemas>,
  form: FormData,
  onSent: (share: number) => void,
  signal?: AbortSignal,
  idempotencyKey?: string,
): Promise<ResponseForSchemas<Schemas>> {
  const send = (key?: string) =>
    withReauthentication(
      () => sendOnce(path, form, { onSent, signal, key }),
      (sent) => sent.answer,
    );
  for (;;) {
    const { answer, wait } =
      idempotencyKey !== undefined || !once
        ? await send(idempotencyKey)
        : await importWithRetry(loadOnce).then((module) => module.sendIdempotentForm(path, form, send), notLoaded);
    if (wait === 0 || signal?.aborted) return answer as ResponseForSchemas<Schemas>;
    onSent(0);
    await new Promise<unknown>((resolve) => {
      setTimeout(resolve, wait);
      signal?.addEventListener('abort', resolve);
    });
    if (signal?.aborted) return answer as ResponseForSchemas<Schemas>;
  }
}

const maxRetryAfterMs = 120_000;

const loadOnce = () => import('./send-idempotent.ts');
const notLoaded = (): SentForm => ({ answer: { code: 0, msg: unexpectedErrorMessage }, wait: 0 });

/** The response to a form, and the milliseconds after which the form has to be sent again; 0 if that isn't needed. */
interface SentForm {
  answer: CallResponse;
  wait: number;
}

/** Sends the files once, by XMLHttpRequest, because `fetch` can't report how much of a body has been sent. */
function sendOnce(
  path: string,
  form: FormData,
  {
    onSent,
    signal,
    key,
  }: { onSent: (share: number) => void; signal: AbortSignal | undefined; key: string | undefined },
): Promise<SentForm> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const give = () => {
      const answer = parseCallResponse(request.responseText);
      const after = Number(request.getResponseHeader('retry-after'));
      const wait = answer.code === 429 && after > 0 ? Math.min(after * 1000, maxRetryAfterMs) : 0;
      resolve({ answer, wait });
    };
    request.upload.addEventListener('progress', ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0));
    request.upload.addEventListener('load', () => onSent(1));
    request.addEventListener('loadend', give);
    signal?.addEventListener('abort', () => request.abort());
    request.open('POST', path);
    // The upload was aborted before it started, or while authentication was requested
    if (signal?.aborted) return give();
    const headers = { ...buildCallHeaders(), ...(key === undefined ? {} : { [idempotencyKeyHeader]: `"${key}"` }) };
    for (const header of Object.entries(headers)) request.setRequestHeader(...header);
    request.send(form);
  });
}
