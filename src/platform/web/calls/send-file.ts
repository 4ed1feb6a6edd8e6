import type { CallResponse } from '#platform/shared/calls/call-response.ts';
import type { CallSchemas, ResolvedCall, ResponseForSchemas } from '#platform/shared/calls/calls.ts';
import { withReauthentication } from './reauthentication.ts';
import { buildCallHeaders, parseCallResponse } from './send-call.ts';

/**
 * Sends files to a call and reports the part that has been sent, from 0 to 1. Never rejects. After too many requests,
 * waits for as long as the server says and sends the files again.
 */
export async function sendFile<const Path extends string, Schemas extends CallSchemas = CallSchemas>(
  { path }: ResolvedCall<Path, Schemas>,
  form: FormData,
  onSent: (share: number) => void,
  signal?: AbortSignal,
): Promise<ResponseForSchemas<Schemas>> {
  for (;;) {
    const { answer, wait } = await withReauthentication(
      () => sendOnce(path, form, onSent, signal),
      (sent) => sent.answer,
    );
    if (wait === 0 || signal?.aborted) return answer as ResponseForSchemas<Schemas>;
    onSent(0);
    await new Promise<unknown>((resolve) => {
      setTimeout(resolve, wait);
      signal?.addEventListener('abort', resolve);
    });
    if (signal?.aborted) return answer as ResponseForSchemas<Schemas>;
  }
}

const longestWait = 120_000;

/** Sends the files once, by XMLHttpRequest, because `fetch` can't report how much of a body has been sent. */
function sendOnce(
  path: string,
  form: FormData,
  onSent: (share: number) => void,
  signal: AbortSignal | undefined,
): Promise<{ answer: CallResponse; wait: number }> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const give = () => {
      const answer = parseCallResponse(request.responseText);
      const after = Number(request.getResponseHeader('retry-after'));
      const wait = answer.code === 429 && after > 0 ? Math.min(after * 1000, longestWait) : 0;
      resolve({ answer, wait });
    };
    request.upload.addEventListener('progress', ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0));
    request.upload.addEventListener('load', () => onSent(1));
    request.addEventListener('loadend', give);
    signal?.addEventListener('abort', () => request.abort());
    request.open('POST', path);
    // The upload was aborted while authentication was requested
    if (signal?.aborted) return give();
    for (const header of Object.entries(buildCallHeaders())) request.setRequestHeader(...header);
    request.send(form);
  });
}
