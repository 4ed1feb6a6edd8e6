import { setImmediate } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { unexpectedErrorMessage, visitorHeader } from '#platform/shared/calls/call-response.ts';
import type { Call } from '#platform/shared/calls/calls.ts';
import { waitForTurn, yieldToEventLoop } from '../../background/event-loop.ts';
import { AuthenticationRequiredError, HttpError, refuse } from '../errors/http-error.ts';
import { getMaxBodyBytes, maxAnonymousBodyBytes } from '../request/body.ts';
import { refuseCrossSiteRequest, requireScriptFetch } from '../request/csrf.ts';
import { parseRequestUrl } from '../request/request-url.ts';
import {
  discardFiles,
  drainBody,
  type ReceivedBody,
  receiveMultipartBody,
  refuseTooLargeBody,
  type UploadLimits,
} from '../request/uploads.ts';
import type { AccessRule, Visitor } from '../request/visitor.ts';
import type { FreshResponse } from '../response/response-cache.ts';
import { htmlContentType, htmlFragmentHeaders, jsonContentType, sendFreshResponse } from '../response/send-response.ts';
import {
  type CallOptions,
  type DeclareCall,
  type FormPostPages,
  getFormPagePath,
  getSubmittedFields,
  HtmlFragmentResponse,
  ok,
  PageResponse,
  parseBody,
  wantsDocument,
} from '../routes/call.ts';
import {
  assertIdempotentDeclaration,
  type IdempotentWrite,
  readIdempotencyKey,
  runIdempotentCall,
} from '../routes/idempotency.ts';
import type { PageRequest } from '../routes/page.ts';
import { toFormErrorResponse, toHttpError } from './error-responses.ts';
import { authorise, getProvenance } from './request-context.ts';
import { readOnlyMethods, type ServerContext } from './server-context.ts';

/** A visitor admitted to a call before the request's body is read. */
interface Admission {
  visit: PageRequest<unknown>;
  /**
   * An error that is thrown only after the body has been read, because the error page shows the form's fields again.
   */
  held?: unknown;
  /** The idempotency key of a call declared `once`. */
  key?: string | undefined;
}

interface Exchange extends Admission {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** The result of a call, or the error that reading its body or running it threw. */
type Outcome<Result> = { result: Result } | { error: unknown };

declare module 'fastify' {
  interface FastifyRequest {
    admission: Admission | null;
  }
}

/**
 * Creates the function that declares calls. A call has four steps, each a function below: admit the visitor, read the
 * body, run the call, respond.
 */
export function createCallDeclarer(site: ServerContext): DeclareCall {
  site.fastify.decorateRequest('admission', null);
  return (declared, options, run) => {
    const { method, path, once, schemas } = declared;
    const { access, requiresReauthentication, accountSecurity, uploads } = options;
    if (once) assertIdempotentDeclaration(path, options, schemas ?? {});
    const changes = method !== 'GET' || options.changes === true;
    const files = uploads !== undefined;
    site.declare({
      kind: 'call',
      method,
      path,
      access: access.name,
      changes,
      files,
      requiresReauthentication,
      accountSecurity,
      schemas,
    });
    const off = site.options.findSwitchedOffReason?.({ path, files, requiresReauthentication, accountSecurity });
    site.fastify.route({
      method: method === 'GET' ? readOnlyMethods : method,
      url: path,
      bodyLimit: getMaxBodyBytes(access),
      config: { uploads: files },
      onSend: drainBody,
      // Access and the headers are checked before the body is read, so that nothing of a refused upload is stored, and
      // no body is parsed for a visitor who may not make the call
      preParsing: async (request, reply) => {
        // Hundreds of changes may arrive at once, and must not delay readers
        if (changes) {
          site.inFlightWrites.track(reply.raw);
          await waitForTurn();
        }
        const admission = await admitCall(site, options, method, request, reply);
        if (off) refuse(403, off);
        request.admission = { ...admission, key: once ? readIdempotencyKey(request) : undefined };
      },
      handler: async (request, reply) => {
        const exchange = { request, reply, ...(request.admission ?? refuse(500, unexpectedErrorMessage)) };
        const outcome = await captureOutcome(async () => {
          const sent = await readBody(site, options, exchange);
          return runCall(site, { declared, options, run }, exchange, sent);
        });
        countRefused(site, exchange, outcome);
        return sendFreshResponse(request, reply, await respond(site, options, exchange, outcome));
      },
    });
  };
}

/**
 * Admits a visitor to a call. If a browser posted the form of a call with the `message` limit, a refusal by that limit
 * is returned as `held`.
 *
 * @throws HttpError if the request comes from another site, exceeds a rate limit, isn't allowed for this visitor, or is
 * too large
 */
async function admitCall<Subject, Result>(
  { enforceRateLimit: limit, originOf, visitorOf, visitOf, refusals }: ServerContext,
  options: CallOptions<Subject, Result>,
  method: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Admission> {
  const { access, form, uploads, rateLimit = method === 'GET' ? 'read' : 'write' } = options;
  // Every call counts towards the `read` limit, even if it is refused below
  if (rateLimit !== 'read') await limit('read', request, reply);
  const provenance = getProvenance(request, originOf(request));
  refuseCrossSiteRequest(provenance);
  if (options.changes) requireScriptFetch(provenance);
  // Messages also count towards the `write` limit. It is counted in memory and checked first, so that most of a flood
  // doesn't reach the `message` limit, which uses the database
  if (rateLimit === 'message') await limit('write', request, reply);
  const refused = await limit(rateLimit, request, reply).catch((refusal: unknown) => {
    // If a browser posted the form, its body is still read, because the response shows the form again
    if (rateLimit !== 'message' || !form || !wantsDocument(request)) throw refusal;
    return refusal;
  });
  if (rateLimit === 'read') await limit('uncached', request, reply);
  const keys = [...parseRequestUrl(request).query.keys()];
  const visitor = await visitorOf(request, reply);
  if (access.members && !options.byAnyUser && isForAnother(request, visitor))
    throw new AuthenticationRequiredError('sign_in');
  const visit = await authorise(options, await visitOf(request, reply, visitor, keys), refusals);
  if (uploads) refuseTooLargeBody(request, uploads, getMaxBodyBytes(access));
  return { visit, held: refused };
}

/**
 * Returns true if the page that sends the request was opened by another member, before the current one signed in, in
 * another tab of the browser.
 */
function isForAnother({ headers }: FastifyRequest, { signedIn, id }: Visitor): boolean {
  const madeFor = headers[visitorHeader] ?? '';
  return signedIn && madeFor !== '' && madeFor !== id;
}

/** Returns the body: JSON or a form, which Fastify has already parsed, or the fields and files of a multipart body. */
async function readBody(
  { options: { storage } }: ServerContext,
  { access, uploads }: { access: Pick<AccessRule, 'members'>; uploads?: UploadLimits },
  { request, visit }: Exchange,
): Promise<ReceivedBody> {
  if (!request.isMultipart()) return { body: request.body, files: [] };
  const sent = await receiveMultipartBody(request, storage, {
    files: uploads,
    fields: getMaxBodyBytes(access),
    sender: visit.visitor.id,
  });
  request.body = sent.body;
  return sent;
}

/** A call as it is declared and served. */
interface ServedCall<Subject, Result> {
  declared: Pick<Call, 'once' | 'schemas'>;
  options: CallOptions<Subject, Result>;
  run: (request: never) => Result | Promise<Result>;
}

/**
 * Parses the body with the call's schema and runs the call. Files that the call doesn't store are deleted afterwards.
 */
async function runCall<Subject, Result>(
  site: ServerContext,
  { declared: { once, schemas }, options, run }: ServedCall<Subject, Result>,
  exchange: Exchange,
  { body, files }: ReceivedBody,
): Promise<Result> {
  const { request, visit, held, key } = exchange;
  try {
    if (held) throw held;
    const read = schemas?.body ? parseBody(schemas.body, body) : undefined;
    // The body may have arrived much later than the headers, so the call may have to wait for its turn again
    await yieldToEventLoop();
    // After a large body, other work gets a turn before the call runs
    if (Number(request.headers['content-length'] ?? 0) > maxAnonymousBodyBytes) await setImmediate();
    const present = options.uploads ? await admitAgain(site, options, exchange) : visit;
    // The declaration guarantees these types: its path has these params, its schema has parsed this body, `load` has
    // found the subject, and `once` exists if declared
    const runWith = (also: { once?: IdempotentWrite }) => run({ ...present, body: read, files, ...also } as never);
    return await (once
      ? runIdempotentCall(site.options.db, request, { ...present, files, key }, runWith)
      : runWith({}));
  } finally {
    await discardFiles(files);
  }
}

/**
 * Admits the visitor again after files have arrived. That may take half an hour, in which the visitor may have been
 * signed out or have lost the permission. An authentication that was recent when the upload began still counts.
 * @throws HttpError if the visitor may no longer make the call
 */
async function admitAgain<Subject, Result>(
  { visitorOf, visitOf, refusals }: ServerContext,
  { access, load }: CallOptions<Subject, Result>,
  { request, reply, visit: { visitor, query } }: Exchange,
): Promise<PageRequest<unknown>> {
  const present = visitor.signedIn ? await visitorOf(request, reply, visitor.session) : visitor;
  const visit = await visitOf(request, reply, present, [...query.keys()]);
  return authorise(load ? { access, load } : { access }, visit, refusals);
}

const captureOutcome = <Result>(work: () => Promise<Result>): Promise<Outcome<Result>> =>
  work().then(
    (result) => ({ result }),
    (error: unknown) => ({ error }),
  );

/**
 * Returns the result of a call.
 * @throws the error that reading the body or running the call threw
 */
function unwrapOutcome<Result>(outcome: Outcome<Result>): Result {
  if ('error' in outcome) throw outcome.error;
  return outcome.result;
}

/**
 * Counts the requests that the rate limits of emails, cards and codes refused. The rate limits of requests count their
 * refusals themselves.
 */
function countRefused({ refusals }: ServerContext, { visit, held }: Exchange, outcome: Outcome<unknown>): void {
  if (!('error' in outcome) || outcome.error === held) return;
  if (outcome.error instanceof HttpError && outcome.error.code === 429)
    refusals.count('request.limited', visit.client.notedAddress);
}

/** Responds in the form that this client expects: with JSON, HTML, or a redirect to a page. */
async function respond<Result extends object>(
  site: ServerContext,
  { form }: { form?: FormPostPages<Result> },
  exchange: Exchange,
  outcome: Outcome<Result>,
): Promise<FreshResponse> {
  const { request, visit } = exchange;
  if (form && wantsDocument(request)) return respondToForm(site, form, exchange, outcome);
  const result = unwrapOutcome(outcome);
  if (result instanceof PageResponse) {
    const { page, msg } = result;
    if (!wantsDocument(request))
      return { status: 200, contentType: jsonContentType, body: JSON.stringify(ok(msg, page)) };
    return {
      status: 200,
      contentType: htmlContentType,
      ...(await site.renderPage(page, { ...visit, subject: undefined })),
    };
  }
  if (result instanceof HtmlFragmentResponse) {
    return { status: 200, contentType: htmlContentType, body: result.html, headers: htmlFragmentHeaders };
  }
  // The form was posted before the script ran. A redirect leads back to the page with the button, which can be reloaded
  // without sending anything again
  if (request.method === 'POST' && wantsDocument(request)) {
    return createRedirect(getFormPagePath(request, site.originOf(request)));
  }
  const status = 'code' in result && typeof result.code === 'number' ? result.code : 200;
  return { status, contentType: jsonContentType, body: JSON.stringify(result) };
}

/**
 * Responds to a form posted without JavaScript: with a confirmation page or a redirect, or, after an error, with the
 * form as typed.
 */
async function respondToForm<Result extends object>(
  { renderPage: asHtml, visitorOf, visitOf, options }: ServerContext,
  form: FormPostPages<Result>,
  { request, reply }: Exchange,
  outcome: Outcome<Result>,
): Promise<FreshResponse> {
  try {
    const result = unwrapOutcome(outcome);
    if (typeof form.done === 'string') return createRedirect(form.done);
    const visit = await visitOf(request, reply, await visitorOf(request, reply), []);
    const done = await form.done(getSubmittedFields(request.body), result, visit);
    if (typeof done === 'string') return createRedirect(done);
    return { status: 200, contentType: htmlContentType, ...(await asHtml(done, visit)) };
  } catch (error) {
    const refusal = toHttpError(error, request, options.errorRecorder);
    const visit = await visitOf(request, reply, await visitorOf(request, reply), []);
    const page = await form.again(toFormErrorResponse(refusal), getSubmittedFields(request.body), visit);
    return { status: refusal.code, contentType: htmlContentType, ...(await asHtml(page, visit)) };
  }
}

const createRedirect = (location: string): FreshResponse => ({
  status: 303,
  contentType: htmlContentType,
  body: '',
  headers: { location },
});
