import type { FastifyRequest } from 'fastify';
import type { ZodType, z } from 'zod';
import type { CallResponse, SuccessResponse } from '#platform/shared/calls/call-response.ts';
import type {
  Call,
  CallSchemas,
  HandlerResult,
  ParamsOf,
  ParsedCallBody,
  SuccessFields,
} from '#platform/shared/calls/calls.ts';
import type { Page } from '#platform/shared/pages.ts';
import { refuseFields } from '../errors/http-error.ts';
import { findUnstorableTextPath, refuseOversizedJson } from '../request/body.ts';
import type { RequestRateLimitKind } from '../request/request-limits.ts';
import type { Upload, UploadLimits } from '../request/uploads.ts';
import type { AccessRule, ReauthenticationPolicy } from '../request/visitor.ts';
import type { IdempotentWrite } from './idempotency.ts';
import type { PageRequest } from './page.ts';

type SubmittedFields = Readonly<Record<string, string>>;

/**
 * The pages shown after a form is posted to a call by a browser without JavaScript: one if the call succeeds, one if it
 * is refused.
 */
export interface FormPostPages<Result = object> {
  /**
   * The path of the page that confirms the result, or that page itself if its content must not have a URL. A path may
   * depend on typed fields, but must never contain them unchecked, because they come from a stranger.
   */
  done: string | ((typed: SubmittedFields, result: Result, visit: PageRequest) => string | Page | Promise<Page>);
  /** The page that explains the refusal, with the form as it was typed. */
  again: (answer: CallResponse, typed: SubmittedFields, visit: PageRequest) => Page | Promise<Page>;
}

/**
 * The response of a call whose result must not have a URL. A script gets `{code, msg}` and the content. A browser that
 * posted the form itself gets the page, which can only be seen again by posting again.
 */
export class PageResponse<Content = unknown> {
  readonly msg: string;
  readonly page: Page & Content;

  constructor(msg: string, page: Page & Content) {
    this.msg = msg;
    this.page = page;
  }
}

/** The response of a call that returns a piece of HTML, not `{code, msg}`. A refusal stays JSON. */
export class HtmlFragmentResponse {
  readonly html: string;

  constructor(html: string) {
    this.html = html;
  }
}

/** Returns true if a browser sent the request itself and shows the result. A script accepts JSON, or any type. */
export const wantsDocument = (request: FastifyRequest): boolean =>
  request.headers.accept?.includes('text/html') ?? false;

/** Returns a form's fields as typed, without anything that isn't text. */
export function getSubmittedFields(body: unknown): Record<string, string> {
  const fields = Object.entries(typeof body === 'object' && body !== null ? body : {});
  return Object.fromEntries(fields.filter((field): field is [string, string] => typeof field[1] === 'string'));
}

/**
 * Returns the path and query of the page from which a browser posted its form; the front page if the referrer isn't a
 * page of this site.
 */
export function getFormPagePath(request: FastifyRequest, origin: string): string {
  const { referer = '' } = request.headers;
  const from = URL.canParse(referer) ? new URL(referer) : undefined;
  // A path with two leading slashes would name another site
  return from?.origin === origin ? `${from.pathname.replace(/^\/+/, '/')}${from.search}` : '/';
}

/** A request to a call: a visit, and a body that has passed the declaration's schema. */
export interface CallRequest<Body = undefined, Subject = undefined, Params = PageRequest['params']>
  extends PageRequest<Subject> {
  params: Params & PageRequest['params'];
  body: Body;
  /** The files sent with the call. Those that the call doesn't store are deleted once it has run. */
  files: readonly Upload[];
}

export interface CallOptions<Subject, Result = object> {
  access: AccessRule<NoInfer<Subject>>;
  /** Requires a recent authentication by password or passkey. */
  requiresReauthentication?: ReauthenticationPolicy;
  /**
   * Marks a call that changes an account's sign-in or credits, or ends its sessions or secret URLs. A call with
   * `requiresReauthentication: true` counts as such anyway.
   */
  accountSecurity?: true;
  /** Allows files too, sent as multipart. Without this, a request with a file is refused. */
  uploads?: UploadLimits;
  /** The rate limit for one address. Default: the limit of writes, or of reads for a GET. */
  rateLimit?: RequestRateLimitKind;
  /**
   * Skips the check that the signed-in user is the one who opened the page. Only for calls whose effect doesn't depend
   * on the user, such as signing out.
   */
  byAnyUser?: true;
  /**
   * For a GET that changes something. In a browser, only our own pages' script may make the call; other clients may
   * too.
   */
  changes?: true;
  /**
   * For a form that works without JavaScript: the page shown after it is posted. Without this, a browser that posts the
   * form itself is sent back to the form's page.
   */
  form?: FormPostPages<Result>;
  /** Loads the subject of the access rule before the body is read. If there is no subject, the response is a 404. */
  load?: (visit: PageRequest) => Promise<Subject | undefined>;
}

/**
 * The result that a call's handler returns: success, or another response that its declaration lists, such as a
 * conflict. Refusals are thrown.
 */
export type CallResult<Schemas extends CallSchemas> = object &
  (Schemas extends { content: infer Content }
    ? Content extends ZodType
      ? z.output<Content>
      : HtmlFragmentResponse
    : HandlerResult<Schemas> | (SuccessFields<Schemas> extends Page ? PageResponse<SuccessFields<Schemas>> : never));

/** The idempotent write of a call that is declared `once`. */
type OnceOf<Schemas extends CallSchemas> = Schemas extends { once: true } ? { once: IdempotentWrite } : unknown;

/** The function that serves a declared call: `CallHandler<typeof contract.saveShow, Show>`. */
export type CallHandler<Declared, Subject = undefined> =
  Declared extends Call<infer Path, infer Schemas>
    ? (
        request: CallRequest<ParsedCallBody<Schemas>, Subject, ParamsOf<Path>> & OnceOf<Schemas>,
      ) => CallResult<Schemas> | Promise<CallResult<Schemas>>
    : never;

/**
 * Serves a call that a contract declares. `run` returns `ok(msg)` or another declared response, or ends in
 * `refuse(code, msg)`.
 */
export type DeclareCall = <const Path extends string, Schemas extends CallSchemas, Subject = undefined>(
  declared: Call<Path, Schemas>,
  options: CallOptions<Subject, NoInfer<CallResult<Schemas>>>,
  run: (
    request: CallRequest<ParsedCallBody<Schemas>, Subject, ParamsOf<Path>> & OnceOf<Schemas>,
  ) => NoInfer<CallResult<Schemas>> | Promise<NoInfer<CallResult<Schemas>>>,
) => void;

/** Returns the response for success, with the fields that the call's declaration promises. */
export const ok = <const Extra extends object = object>(msg: string, extra?: Extra): SuccessResponse & Extra =>
  ({ code: 200, msg, ...extra }) as SuccessResponse & Extra;

/** The maximum number of validation errors in a response. Nobody would read more. */
const maxFieldErrors = 50;

/**
 * Parses the body with the schema.
 *
 * @throws HttpError 400 with the first message of each wrong field, 413 if the body contains too much
 */
export function parseBody<Schema extends ZodType>(schema: Schema, body: unknown): z.infer<Schema> {
  refuseOversizedJson(body);
  const read = schema.safeParse(body ?? {}, { error: formatValidationMessage });
  if (read.success) {
    const wrong = findUnstorableTextPath(read.data);
    if (wrong === undefined) return read.data;
    return refuseFields({ [wrong]: 'This contains a character that can’t be stored. Please type it again.' });
  }
  const fields: Record<string, string> = {};
  for (const issue of read.error.issues.slice(0, maxFieldErrors))
    fields[issue.path.map(String).join('.')] ??= issue.message;
  return refuseFields(fields);
}

type Issue = z.core.$ZodRawIssue;

const quantity = (count: number | bigint, [one, many]: readonly [string, string]) =>
  `${count.toLocaleString('en-GB')} ${count === 1 || count === 1n ? one : many}`;

const tooShort = ({ origin, minimum }: Issue & { code: 'too_small' }) => {
  if (origin === 'string') return minimum <= 1 ? 'Fill this in.' : `Enter at least ${quantity(minimum, letters)}.`;
  if (origin === 'array' || origin === 'set') return 'Choose at least one.';
  return `Enter ${minimum.toLocaleString('en-GB')} or more.`;
};

const tooLong = ({ origin, maximum }: Issue & { code: 'too_big' }) => {
  if (origin === 'string') return `Keep this to ${quantity(maximum, letters)} or fewer.`;
  if (origin === 'array' || origin === 'set') return `Choose at most ${maximum.toLocaleString('en-GB')}.`;
  return `Enter ${maximum.toLocaleString('en-GB')} or less.`;
};

const letters = ['character', 'characters'] as const;

const formats: Readonly<Record<string, string>> = {
  date: 'Enter a date, such as 2026-11-21.',
  datetime: 'Enter a date and a time, such as 2026-11-21T19:30:00Z.',
  email: 'Enter an email address, such as ann@example.org.',
  url: 'Enter a web address, such as https://example.org.',
  regex: 'We don’t recognise this. Reload the page and choose again.',
};

/** Returns the message for a field that a schema refuses without giving a message. */
function formatValidationMessage(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null ? 'Fill this in.' : unreadable;
    case 'too_small':
      return tooShort(issue);
    case 'too_big':
      return tooLong(issue);
    case 'invalid_format':
      return formats[issue.format] ?? unreadable;
    case 'invalid_value':
      return 'Choose one of the options.';
    default:
      return unreadable;
  }
}

const unreadable = 'We couldn’t read this. Please check it.';
