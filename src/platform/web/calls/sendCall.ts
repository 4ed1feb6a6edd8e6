import { type Answer, unexpectedMessage } from '../../shared/answer.ts';

/**
 * Sends a form to a call (SPEC §7) and gives its answer. Never rejects: without an answer that can be read, it is one
 * of code 0 that says so. Files make the form multipart; anything else goes as JSON, several values of one name as a list.
 */
export async function sendCall(call: string, form: FormData, ask: typeof fetch = fetch): Promise<Answer> {
  const entries = [...form.entries()];
  const multipart = entries.some(([, value]) => typeof value !== 'string');
  const body = multipart ? form : JSON.stringify(valuesOf(form));
  const headers = { accept: 'application/json', ...(multipart ? {} : { 'content-type': 'application/json' }) };
  try {
    const response = await ask(call, { method: 'POST', body, headers });
    const answer: unknown = await response.json();
    return isAnswer(answer) ? answer : { code: 0, msg: unexpectedMessage };
  } catch {
    return { code: 0, msg: unexpectedMessage };
  }
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
