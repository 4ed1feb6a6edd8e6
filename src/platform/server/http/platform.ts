import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { unexpectedMessage } from '#platform/shared/answer.ts';
import type { Page } from '#platform/shared/pages.ts';
import { type Database, DatabaseAway } from '../database/index.ts';
import { longestBodyOf } from './body.ts';
import { accept, type DeclareCall, ok } from './call.ts';
import { html, json } from './content-types.ts';
import { refuseForeign, refuseUnlessFetched } from './csrf.ts';
import { type DeclareDownload, sendDownload } from './download.ts';
import { errorResponses } from './error-responses.ts';
import { refusalOf } from './errors.ts';
import { type FormPost, formStoodAt, typedIn, wantsDocument } from './form-post.ts';
import { widenedPolicy } from './headers.ts';
import { HtmlResponse, pieceHeaders } from './html-response.ts';
import { keptOrigins } from './kept-origins.ts';
import { requestLimits } from './limits.ts';
import type { DeclarePage, PageOptions, PageRequest } from './page.ts';
import { PageResponse } from './page-response.ts';
import type { PlatformOptions } from './platform-options.ts';
import { notFoundMessage, Refusal, refuse } from './refusal.ts';
import { drawing } from './render-page.ts';
import { admit, provenanceOf, visiting } from './request-context.ts';
import { addressOf, hasTooManyKeys, onlyKeys, wantsJson } from './request-url.ts';
import type { DeclareResource } from './resource.ts';
import { type CachedResponse, type FreshResponse, ResponseCache } from './response-cache.ts';
import type { Route } from './routes.ts';
import { sendFresh, sendKept } from './send-response.ts';
import { drainBody, refuseTooLarge, type Sent, type Upload, withParts } from './uploads.ts';

/** What every declaration stands on. */
export interface Platform {
  page: DeclarePage;
  call: DeclareCall;
  resource: DeclareResource;
  download: DeclareDownload;
  db: Database;
  sealing: PlatformOptions['sealing'];
  refusals: PlatformOptions['refusals'];
  /** Everything declared so far. */
  routes: readonly Route[];
}

/** Tells our script that a page's document has a policy of its own, so that it is loaded in full. */
const ownDocument = 'x-own-document';

/** Longer addresses are answered, but not kept: nobody types them. */
const longestKeptAddress = 600;

/** Declares on a bare server what features ask for, and answers everything else that comes to it. */
export function createPlatform(fastify: FastifyInstance, parts: PlatformOptions): Platform {
  const { db, clock, refusals } = parts;
  const cache = new ResponseCache(parts.cacheBytes);
  const isKeptFor = keptOrigins(parts.publicUrl);
  const { revisionNow, originOf, visitorOf, visitOf } = visiting(parts);
  const asHtml = drawing(parts);
  const answerFault = errorResponses(parts, { visitorOf, visitOf, asHtml });
  const limit = requestLimits(fastify);
  const routes: Route[] = [];

  async function makePage<Content extends Page, Subject>(
    options: PageOptions<Content, Subject>,
    show: (visit: PageRequest<Subject>) => Content | Promise<Content>,
    visit: PageRequest,
    form: 'json' | 'html',
  ): Promise<FreshResponse> {
    const admitted = await admit(options, visit, refusals);
    const content = await show(admitted);
    // Where a member is led says nothing of the address itself, which a browser would remember
    const moved = visit.path.startsWith('/members') ? 302 : 301;
    const status = options.status?.(content) ?? 200;
    if (form === 'json') return { status, contentType: json, body: JSON.stringify(content) };
    if (content.type === 'redirect' && content.url.startsWith('/')) {
      return { status: moved, contentType: html, body: '', headers: { location: content.url } };
    }
    const part = options.firstView ? options.firstView(content, admitted) : content;
    return { status, contentType: html, ...(await asHtml(part, visit)) };
  }

  /** While the database is away nothing changes in it that anyone could see: what was kept last is still so. */
  async function findKept(key: string, now: number): Promise<CachedResponse | undefined> {
    try {
      return cache.find(key, await revisionNow(), now);
    } catch (error) {
      const last = error instanceof DatabaseAway ? cache.last(key, now) : undefined;
      if (last) return last;
      throw error;
    }
  }

  /** Answers from the cache where the visitor is anonymous, else makes the answer for this visitor alone. */
  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    how: { keep: boolean; query: readonly string[]; variant: string },
    make: (visit: PageRequest) => Promise<FreshResponse>,
  ): Promise<FastifyReply> {
    const visitor = await visitorOf(request, reply);
    const now = clock().getTime();
    const isKept = how.keep && request.url.length <= longestKeptAddress && isKeptFor(originOf(request), now);
    if (visitor.signedIn || !isKept) {
      return sendFresh(request, reply, await make(await visitOf(request, reply, visitor, how.query)));
    }
    const { path, query } = addressOf(request);
    const key = `${how.variant} ${path}?${onlyKeys(query, how.query)}`;
    const kept = await findKept(key, now);
    if (kept) return sendKept(request, reply, kept);
    const visit = await visitOf(request, reply, visitor, how.query);
    return sendKept(request, reply, await cache.make(key, visit.revision, visit.until, () => make(visit)));
  }

  fastify.addHook('onRequest', async (request, reply) => {
    if (!hasTooManyKeys(request)) return;
    await limit('read', request, reply);
    refuse(400, 'That address has more to it than any of ours. Check it, or start from the front page.');
  });

  const page: DeclarePage = (path, options, show) => {
    routes.push({ kind: 'page', method: 'GET', path, access: options.access.name, changes: false, files: false });
    fastify.get(path, async (request, reply) => {
      await limit('read', request, reply);
      const form = wantsJson(request) ? 'json' : 'html';
      const origin = originOf(request);
      // No other site is told the address. Ours is: a form on a page without referrer would come from “null”
      if (options.secret) reply.header('referrer-policy', 'same-origin');
      if (options.csp) {
        const policy = String(reply.getHeader('content-security-policy'));
        reply.headers({ 'content-security-policy': widenedPolicy(policy, options.csp), [ownDocument]: '1' });
      }
      // What is whole whatever the query is made once: thousands of shows, packed anew, cost half a second.
      const whole = form === 'json' && options.firstView !== undefined;
      const query = whole ? [] : (options.query ?? []);
      const how = { keep: !options.secret && (options.keep ?? true), query, variant: `${form} ${origin}` };
      return answer(request, reply, how, (visit) => makePage(options, show, visit, form));
    });
  };

  const resource: DeclareResource = (path, options, make) => {
    const { grave } = options;
    routes.push({
      kind: 'resource',
      method: 'GET',
      path,
      access: options.access.name,
      changes: false,
      files: false,
      grave,
    });
    fastify.get(path, async (request, reply) => {
      await limit('read', request, reply);
      if (options.secret) reply.header('referrer-policy', 'no-referrer');
      const how = { keep: !options.secret, query: options.query ?? [], variant: `resource ${originOf(request)}` };
      return answer(request, reply, how, async (visit) => make(await admit<undefined>(options, visit, refusals)));
    });
  };

  const download: DeclareDownload = (path, options, find) => {
    routes.push({ kind: 'download', method: 'GET', path, access: options.access.name, changes: false, files: false });
    const answerWith = async (request: FastifyRequest, reply: FastifyReply) => {
      await limit(options.rateLimit ?? 'download', request, reply);
      const visit = await visitOf(request, reply, await visitorOf(request, reply), options.query ?? []);
      return sendDownload(request, reply, await find(await admit(options, visit, refusals)));
    };
    // HEAD by name: the one that Fastify adds to a GET reads the whole file, and says that it is empty.
    fastify.route({ method: ['GET', 'HEAD'], url: path, handler: answerWith });
  };

  const call: DeclareCall = (method, path, options, run) => {
    const changes = method !== 'GET' || options.changes === true;
    const { accepts, grave } = options;
    const files = options.uploads !== undefined;
    routes.push({ kind: 'call', method, path, access: options.access.name, changes, files, accepts, grave });
    // Access is decided before the body is read, so that a stranger can't make the server read one.
    const admissions = new WeakMap<FastifyRequest, { act: Parameters<typeof run>[0]; held?: unknown }>();
    const rateLimit = options.rateLimit ?? (method === 'GET' ? 'read' : 'write');
    const { form, uploads } = options;
    fastify.route({
      method,
      url: path,
      bodyLimit: longestBodyOf(options.access),
      config: { uploads: uploads !== undefined },
      onSend: drainBody,
      preParsing: async (request, reply) => {
        // Of those that are turned away below there may be too many as well.
        if (rateLimit !== 'read') await limit('read', request, reply);
        const provenance = provenanceOf(request, originOf(request));
        refuseForeign(provenance);
        if (options.changes) refuseUnlessFetched(provenance);
        const held = await limit(rateLimit, request, reply).catch(async (refusal: unknown) => {
          // A form that a browser posted is read all the same, within limits: what was typed goes back with the refusal.
          if (!form || !wantsDocument(request)) throw refusal;
          await limit('write', request, reply);
          return refusal;
        });
        const keys = [...addressOf(request).query.keys()];
        const visit = await visitOf(request, reply, await visitorOf(request, reply), keys);
        const admitted = await admit(options, visit, refusals);
        if (uploads) refuseTooLarge(request, uploads, longestBodyOf(options.access));
        const nothing = { body: undefined as Parameters<typeof run>[0]['body'], files: [] };
        admissions.set(request, { act: { ...admitted, ...nothing }, held });
      },
      handler: async (request, reply) => {
        const { act, held } = admissions.get(request) ?? refuse(500, unexpectedMessage);
        const runWith = async (body: unknown, files: readonly Upload[]) =>
          run({ ...act, files, ...(accepts ? { body: accept(accepts, body) } : {}) });
        const perform = async () => {
          const taken = { files: uploads, fields: longestBodyOf(options.access) };
          const sent = <T>(use: (sent: Sent) => Promise<T>) =>
            request.isMultipart()
              ? withParts(request, parts.storage, taken, use)
              : use({ body: request.body, files: [] });
          return sent(async ({ body, files }) => {
            request.body = body;
            if (held) throw held;
            return runWith(body, files);
          });
        };
        if (form && wantsDocument(request)) {
          return sendFresh(request, reply, await answerForm(form, request, reply, perform));
        }
        const result = await perform();
        if (result instanceof PageResponse) {
          const { page: shown, msg } = result;
          const made = wantsDocument(request)
            ? { contentType: html, ...(await asHtml(shown, { ...act, subject: undefined })) }
            : { contentType: json, body: JSON.stringify(ok(msg, shown)) };
          return sendFresh(request, reply, { status: 200, ...made });
        }
        if (result instanceof HtmlResponse) {
          const piece = { status: 200, contentType: html, body: result.html, headers: pieceHeaders };
          return sendFresh(request, reply, piece);
        }
        // Posted before the script ran: whoever pressed the button is back where it stands, and reloading sends nothing twice
        if (method === 'POST' && wantsDocument(request)) {
          const headers = { location: formStoodAt(request, originOf(request)) };
          return sendFresh(request, reply, { status: 303, contentType: html, body: '', headers });
        }
        const status = 'code' in result && typeof result.code === 'number' ? result.code : 200;
        return sendFresh(request, reply, { status, contentType: json, body: JSON.stringify(result) });
      },
    });
  };

  async function answerForm(
    form: FormPost,
    request: FastifyRequest,
    reply: FastifyReply,
    perform: () => Promise<object>,
  ): Promise<FreshResponse> {
    try {
      const result = await perform();
      const done = typeof form.done === 'string' ? form.done : form.done(typedIn(request.body), result);
      return { status: 303, contentType: html, body: '', headers: { location: done } };
    } catch (error) {
      const { code, message: msg, fields } = refusalOf(error, request);
      const visit = await visitOf(request, reply, await visitorOf(request, reply), []);
      const page = await form.again({ code, msg, ...(fields ? { fields } : {}) }, typedIn(request.body), visit);
      return { status: code, contentType: html, ...(await asHtml(page, visit)) };
    }
  }

  fastify.setNotFoundHandler(async (request, reply) => {
    await limit('read', request, reply);
    return answerFault(request, reply, new Refusal(404, notFoundMessage));
  });
  fastify.setErrorHandler((error, request, reply) => answerFault(request, reply, refusalOf(error, request)));

  return { page, call, resource, download, db, sealing: parts.sealing, refusals, routes };
}
