import { setImmediate } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { unexpectedMessage } from '#platform/shared/answer.ts';
import { breathe, comeIn } from '../background/event-loop.ts';
import type { Access } from './access.ts';
import { longestBodyOf, longestByAnyone } from './body.ts';
import { accept, type CallOptions, ok, type ServeCall } from './call.ts';
import { html, json } from './content-types.ts';
import { refuseForeign, refuseUnlessFetched } from './csrf.ts';
import { refusalOf } from './errors.ts';
import type { Once } from './first-answers.ts';
import { type FormPost, formStoodAt, typedIn, wantsDocument } from './form-post.ts';
import { HtmlResponse, pieceHeaders } from './html-response.ts';
import type { PageRequest } from './page.ts';
import { PageResponse } from './page-response.ts';
import { Refusal, refuse } from './refusal.ts';
import { admit, provenanceOf } from './request-context.ts';
import { addressOf } from './request-url.ts';
import type { FreshResponse } from './response-cache.ts';
import { sendFresh } from './send-response.ts';
import { refuseToKeep, runOnce } from './serve-once.ts';
import type { ServerContext } from './server-context.ts';
import { drainBody, refuseTooLarge, type Sent, type UploadLimits, withParts } from './uploads.ts';

/** A visitor who was admitted to a call, before its body is read. */
interface Admission {
  visit: PageRequest<unknown>;
  /** A refusal to make once the body has been read, because what was typed into a form goes back with it. */
  held?: unknown;
}

declare module 'fastify' {
  interface FastifyRequest {
    admission: Admission | null;
  }
}

/** A call has four steps: admit the visitor, read what was sent, run the call, answer. */
export function calls(site: ServerContext): ServeCall {
  site.fastify.decorateRequest('admission', null);
  return ({ method, path, once, schemas }, options, run) => {
    const { access, grave, uploads } = options;
    if (once) refuseToKeep(path, options, schemas ?? {});
    const changes = method !== 'GET' || options.changes === true;
    const files = uploads !== undefined;
    site.declare({ kind: 'call', method, path, access: access.name, changes, files, grave, schemas });
    const off = site.options.switchedOff?.({ method, path, files, grave });
    site.fastify.route({
      method,
      url: path,
      bodyLimit: longestBodyOf(access),
      config: { uploads: files },
      onSend: drainBody,
      // Access is decided before the body is read, so that a stranger can't make the server read one
      preParsing: async (request, reply) => {
        // Hundreds may come together, and others only to read
        if (changes) {
          site.crowd.welcome(reply.raw);
          await comeIn();
        }
        request.admission = await admitCall(site, options, method, request, reply);
        if (off) refuse(403, off);
      },
      handler: async (request, reply) => {
        const { visit, held: refused } = request.admission ?? refuse(500, unexpectedMessage);
        const perform = () =>
          withBody(site, options, { request, visit }, async ({ body, files: sent }) => {
            request.body = body;
            if (refused) throw refused;
            const read = schemas?.body ? accept(schemas.body, body) : undefined;
            // What was sent may have come much later
            await breathe();
            // Whoever sends much lets the others have their turn between its reading and the work
            if (Number(request.headers['content-length'] ?? 0) > longestByAnyone) await setImmediate();
            const present = files ? await admitAgain(site, options, request, reply, visit) : visit;
            type Request = Parameters<typeof run>[0];
            // The declaration guarantees these types: its path has these params, its schema read this, `load` found the
            // subject, and `once` is there where it is declared
            const runWith = (also: { once?: Once }) => run({ ...present, body: read, files: sent, ...also } as Request);
            return once ? runOnce(site.options.db, request, present, runWith) : runWith({});
          }).catch((error: unknown) => {
            // Too many mails, cards or codes; a limit of requests has counted what it held
            if (error !== refused && error instanceof Refusal && error.code === 429)
              site.refusals.count('refused too many requests', visit.client.address);
            throw error;
          });
        return sendFresh(request, reply, await respond(site, options, { request, reply, visit }, perform));
      },
    });
  };
}

/**
 * @throws Refusal where the request comes from another site, comes too often, isn't this visitor's to make, or is too
 * large
 */
async function admitCall<Subject, Result>(
  { limit, originOf, visitorOf, visitOf, refusals }: ServerContext,
  options: CallOptions<Subject, Result>,
  method: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Admission> {
  const { access, form, uploads, rateLimit = method === 'GET' ? 'read' : 'write' } = options;
  // Even those that are turned away below can come too often
  if (rateLimit !== 'read') await limit('read', request, reply);
  const provenance = provenanceOf(request, originOf(request));
  refuseForeign(provenance);
  if (options.changes) refuseUnlessFetched(provenance);
  const refused = await limit(rateLimit, request, reply).catch(async (refusal: unknown) => {
    // A form that a browser posted is read anyway, within limits
    if (!form || !wantsDocument(request)) throw refusal;
    await limit('write', request, reply);
    return refusal;
  });
  const keys = [...addressOf(request).query.keys()];
  const visit = await admit(options, await visitOf(request, reply, await visitorOf(request, reply), keys), refusals);
  if (uploads) refuseTooLarge(request, uploads, longestBodyOf(access));
  return { visit, held: refused };
}

/**
 * Files may take half an hour to come, in which the visitor may have been signed out, or lost what let them send. A proof
 * that was recent when they began still is.
 * @throws Refusal where it isn't theirs to make any more
 */
async function admitAgain<Subject, Result>(
  { visitorOf, visitOf, refusals }: ServerContext,
  { access, load }: CallOptions<Subject, Result>,
  request: FastifyRequest,
  reply: FastifyReply,
  { visitor, query }: PageRequest<unknown>,
): Promise<PageRequest<unknown>> {
  const present = visitor.signedIn ? await visitorOf(request, reply, visitor.session) : visitor;
  const visit = await visitOf(request, reply, present, [...query.keys()]);
  return admit(load ? { access, load } : { access }, visit, refusals);
}

/** Reads what was sent and gives it to `use`. Files that it didn't keep are deleted afterwards. */
function withBody<Result>(
  { options: { storage } }: ServerContext,
  { access, uploads }: { access: Pick<Access, 'members'>; uploads?: UploadLimits },
  { request, visit }: Pick<Exchange, 'request' | 'visit'>,
  use: (sent: Sent) => Promise<Result>,
): Promise<Result> {
  if (!request.isMultipart()) return use({ body: request.body, files: [] });
  const received = { files: uploads, fields: longestBodyOf(access), sender: visit.visitor.id };
  return withParts(request, storage, received, use);
}

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
  visit: PageRequest<unknown>;
}

/** Runs the call and answers as this client expects: with JSON, a page, or a redirect to one. */
async function respond<Result extends object>(
  site: ServerContext,
  { form }: { form?: FormPost<Result> },
  { request, reply, visit }: Exchange,
  perform: () => Promise<Result>,
): Promise<FreshResponse> {
  if (form && wantsDocument(request)) return respondToForm(site, form, { request, reply, visit }, perform);
  const result = await perform();
  if (result instanceof PageResponse) {
    const { page, msg } = result;
    if (!wantsDocument(request)) return { status: 200, contentType: json, body: JSON.stringify(ok(msg, page)) };
    return { status: 200, contentType: html, ...(await site.asHtml(page, { ...visit, subject: undefined })) };
  }
  if (result instanceof HtmlResponse) {
    return { status: 200, contentType: html, body: result.html, headers: pieceHeaders };
  }
  // Posted before the script ran: a redirect leads back to where the button is, so that reloading sends nothing twice
  if (request.method === 'POST' && wantsDocument(request)) {
    return seeOther(formStoodAt(request, site.originOf(request)));
  }
  const status = 'code' in result && typeof result.code === 'number' ? result.code : 200;
  return { status, contentType: json, body: JSON.stringify(result) };
}

/** Answers a form that a browser posted without a script: with the page that says it is done, or the form as typed. */
async function respondToForm<Result extends object>(
  { asHtml, visitorOf, visitOf, options }: ServerContext,
  form: FormPost<Result>,
  { request, reply }: Exchange,
  perform: () => Promise<Result>,
): Promise<FreshResponse> {
  try {
    const result = await perform();
    if (typeof form.done === 'string') return seeOther(form.done);
    const visit = await visitOf(request, reply, await visitorOf(request, reply), []);
    const done = await form.done(typedIn(request.body), result, visit);
    if (typeof done === 'string') return seeOther(done);
    return { status: 200, contentType: html, ...(await asHtml(done, visit)) };
  } catch (error) {
    const { code, message: msg, fields } = refusalOf(error, request, options.faults);
    const visit = await visitOf(request, reply, await visitorOf(request, reply), []);
    const page = await form.again({ code, msg, ...(fields ? { fields } : {}) }, typedIn(request.body), visit);
    return { status: code, contentType: html, ...(await asHtml(page, visit)) };
  }
}

const seeOther = (location: string): FreshResponse => ({
  status: 303,
  contentType: html,
  body: '',
  headers: { location },
});
