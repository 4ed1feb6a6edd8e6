import { type Answer, unexpectedMessage } from '../../../platform/shared/answer.ts';
import { readAnswer } from '../../../platform/web/calls/sendCall.ts';

/** Sends files with XMLHttpRequest, since `fetch` doesn't tell how far it is. `onProgress` gets 0 to 1. Never rejects. */
export function sendFiles(
  call: string,
  form: FormData,
  { onProgress, signal }: { onProgress?: (share: number) => void; signal?: AbortSignal } = {},
): Promise<Answer> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const fail = () => resolve({ code: 0, msg: unexpectedMessage });
    request.open('POST', call);
    request.setRequestHeader('accept', 'application/json');
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    request.onload = () => resolve(readAnswer(request.responseText));
    request.onerror = fail;
    request.onabort = fail;
    request.ontimeout = fail;
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}
