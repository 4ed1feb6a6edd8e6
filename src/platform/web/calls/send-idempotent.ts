import { type CallResponse, idempotencyKeyHeader } from '#platform/shared/calls/call-response.ts';
import { day } from '#platform/shared/dates/durations.ts';
import { userStoragePrefix } from '../drafts/user-storage.ts';
import { createIdempotencyKey } from './create-idempotency-key.ts';

/**
 * The prefix of the names under which idempotency keys are stored. It begins with the prefix of drafts, so that signing
 * out deletes the keys too.
 */
const keys = `${userStoragePrefix}key of `;

/** Holds keys while the page is open, in case the browser can't store anything. */
const inPage = new Map<string, string>();

/**
 * Sends a call with an idempotency key. The same content keeps its key for up to a day, across reloads and browser
 * restarts, until a response confirms the call, so that retries get the first response.
 */
export async function sendIdempotentCall(ask: typeof fetch, path: Parameters<typeof fetch>[0], init: RequestInit = {}) {
  const name = nameOf(`${path}`, init.body);
  const response = await ask(path, {
    ...init,
    headers: { ...init.headers, [idempotencyKeyHeader]: `"${keyBy(name)}"` },
  });
  // Only a complete response counts
  const text = await response.text();
  // 422 means that the key belongs to different content
  if (response.ok || response.status === 422) deleteKey(name);
  return new Response(text, response);
}

/** Does the same as `sendIdempotentCall` for a form with files, which is sent in another way. `send` never rejects. */
export async function sendIdempotentForm<Sent extends { answer: CallResponse }>(
  path: string,
  form: FormData,
  send: (key: string) => Promise<Sent>,
): Promise<Sent> {
  const name = nameOf(path, form);
  const sent = await send(keyBy(name));
  if (sent.answer.code === 200 || sent.answer.code === 422) deleteKey(name);
  return sent;
}

const nameOf = (path: string, body: unknown) => `${keys}${path} ${hashOf(describeBody(body))}`;

/** Describes a body. A file is identified by its name, size and time of last change: reading it would take too long. */
const describeBody = (body: unknown): string =>
  body instanceof FormData
    ? JSON.stringify(
        [...body].map(([name, value]) =>
          typeof value === 'string' ? [name, value] : [name, value.name, value.size, value.lastModified],
        ),
      )
    : `${body}`;

function keyBy(name: string): string {
  const [since = 0, storedKey = ''] = read(name).split(' ');
  if (storedKey !== '' && Date.now() - Number(since) < day) return storedKey;
  const key = createIdempotencyKey();
  keep(name, `${Date.now()} ${key}`);
  return key;
}

function read(name: string): string {
  try {
    return localStorage.getItem(name) ?? inPage.get(name) ?? '';
  } catch {
    return inPage.get(name) ?? '';
  }
}

function keep(name: string, value: string): void {
  try {
    for (const old of Object.keys(localStorage)) {
      if (old.startsWith(keys) && Date.now() - Number.parseInt(read(old), 10) > day) localStorage.removeItem(old);
    }
    localStorage.setItem(name, value);
  } catch {
    inPage.set(name, value);
  }
}

function deleteKey(name: string): void {
  inPage.delete(name);
  try {
    localStorage.removeItem(name);
  } catch {
    // The browser can't store keys, so there is nothing to delete
  }
}

/**
 * A hash that tells different content apart without revealing the content: FNV-1a, because a site without https has no
 * SHA.
 */
function hashOf(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(36);
}
