import { type Answer, unexpectedMessage } from '#platform/shared/answer.ts';
import { withProof } from './proof.ts';

/**
 * Sends a form, or what is to go as JSON, to a call and gives its answer. Never rejects: without an answer
 * that can be read, it is one of code 0 that says so. Files make the form multipart; anything else goes as JSON,
 * several values of one name as a list.
 */
export async function sendCall(call: string, form: FormData | object, ask: typeof fetch = fetch): Promise<Answer> {
  const multipart = form instanceof FormData && [...form.values()].some((value) => typeof value !== 'string');
  const body = multipart ? form : JSON.stringify(form instanceof FormData ? valuesOf(form) : form);
  const headers = { accept: 'application/json', ...(multipart ? {} : { 'content-type': 'application/json' }) };
  return answerTo(() => ask(call, { method: 'POST', body, headers }));
}

/** Makes a call that needs nothing but its address, and gives its answer in the same way. */
export const makeCall = (method: 'GET' | 'POST' | 'DELETE', call: string, ask: typeof fetch = fetch): Promise<Answer> =>
  answerTo(() => ask(call, { method, headers: { accept: 'application/json' } }));

const answerTo = (ask: () => Promise<Response>): Promise<Answer> =>
  withProof(
    () => answerOnce(ask),
    (answer) => answer,
  );

async function answerOnce(ask: () => Promise<Response>): Promise<Answer> {
  try {
    return readAnswer(await (await ask()).text());
  } catch {
    return { code: 0, msg: unexpectedMessage };
  }
}

/** An answer as it came; one of code 0 for what isn't an answer. */
export function readAnswer(text: string): Answer {
  try {
    const answer: unknown = JSON.parse(text);
    if (isAnswer(answer)) return answer;
  } catch {
    // Said below
  }
  return { code: 0, msg: unexpectedMessage };
}

function valuesOf(form: FormData): Record<string, unknown> {
  return Object.fromEntries(
    [...new Set(form.keys())].map((name) => {
      const values = form.getAll(name);
      return [name, values.length > 1 ? values : values[0]];
    }),
  );
}

function isAnswer(value: unknown): value is Answer {
  return (
    typeof value === 'object' &&
    value !== null &&
    'code' in value &&
    typeof value.code === 'number' &&
    'msg' in value &&
    typeof value.msg === 'string'
  );
}
