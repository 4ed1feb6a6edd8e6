import type { ZodType, z } from 'zod';
import type { Answer } from '#platform/shared/answer.ts';
import type { Access } from './access.ts';
import { refuseShapeless, unkeepable } from './body.ts';
import type { FormPost } from './form-post.ts';
import type { RateLimit } from './limits.ts';
import type { PageRequest } from './page.ts';
import { plainWords } from './plain-words.ts';
import type { Grave } from './recent-password.ts';
import { refuse } from './refusal.ts';
import type { Upload, UploadLimits } from './uploads.ts';

/**
 * One use of a call: a visit that brings a body, which has passed the declaration's schema. Its `query` has every key.
 */
export interface CallRequest<Body = undefined, Subject = undefined> extends PageRequest<Subject> {
  body: Body;
  /** What was sent with it, where the declaration takes files. Those the call doesn't keep are gone with its answer. */
  files: readonly Upload[];
}

export interface CallOptions<Schema extends ZodType, Subject> {
  access: Access<NoInfer<Subject>>;
  /** For what asks for a password given of late. */
  grave?: Grave;
  /** What the body must look like; unknown fields are dropped, never written. */
  accepts?: Schema;
  /** Takes files too, as multipart; without it that is refused. */
  uploads?: UploadLimits;
  /** How often one address may call; as often as it may write (or read, for a GET) unless said. */
  rateLimit?: RateLimit;
  /** For a GET of the protocol (docs/protocol.md) that changes something: only our own pages' script may make it. */
  changes?: true;
  /** For a form that works without JavaScript: what is shown after it is posted. Others answer JSON to everyone. */
  form?: FormPost;
  /** Loads what the access rule is about before the body is read; undefined answers 404. */
  load?: (visit: PageRequest) => Promise<Subject | undefined>;
}

/** Declares what a form does or a client asks. Answers with `ok(msg)` or ends in `refuse(code, msg)`. */
export type DeclareCall = <Schema extends ZodType, Subject = undefined>(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  options: CallOptions<Schema, Subject>,
  run: (act: CallRequest<z.infer<Schema>, Subject>) => object | Promise<object>,
) => void;

/** The answer that all went well, with the fields that the protocol names for the call. */
export const ok = <Extra extends object>(msg: string, extra?: Extra): Answer & Extra =>
  ({ code: 200, msg, ...extra }) as Answer & Extra;

const lookAgain = 'Some of this needs another look: see the notes beside the fields.';

/** Nobody reads more of them. */
const mostFaults = 50;

/**
 * The body as the schema reads it.
 * @throws Refusal 400 with the first message of each wrong field, 413 where there is too much in it
 */
export function accept<Schema extends ZodType>(schema: Schema, body: unknown): z.infer<Schema> {
  refuseShapeless(body);
  const read = schema.safeParse(body ?? {}, { error: plainWords });
  if (read.success) {
    const wrong = unkeepable(read.data);
    if (wrong === undefined) return read.data;
    return refuse(400, lookAgain, { [wrong]: 'There is a character in this that can’t be kept. Type it again.' });
  }
  const fields: Record<string, string> = {};
  for (const issue of read.error.issues.slice(0, mostFaults))
    fields[issue.path.map(String).join('.')] ??= issue.message;
  return refuse(400, lookAgain, fields);
}
