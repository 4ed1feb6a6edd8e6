import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { unexpectedMessage } from '../../shared/answer.ts';
import type { Instant } from '../../shared/dates.ts';
import type { ErrorContent, Page, Site } from '../../shared/pages.ts';
import type { Database, Reading } from '../database/index.ts';
import type { Access } from './access.ts';
import { AnswerCache, type MadeAnswer } from './answer-cache.ts';
import { addressOf, isUnprintable, onlyKeys, originAsked, wantsJson } from './asked-address.ts';
import { accept, type DeclareCall } from './call.ts';
import { type Cookies, cookiesOf } from './cookies.ts';
import { comesFromHere, type Provenance, refuseForeign, refuseUnlessFetched } from './csrf.ts';
import { bareErrorDocument, type PageDocument } from './document.ts';
import { type DeclareDownload, sendDownload } from './download.ts';
import { errorContent, statusTitle } from './error-content.ts';
import { refusalOf } from './faults.ts';
import { type FormPost, typedIn, wantsDocument } from './form-post.ts';
import { widenedPolicy } from './headers.ts';
import { HtmlAnswer, pieceHeaders } from './html-answer.ts';
import { isThisMachine, requestLimits } from './limits.ts';
import type { DeclarePage, PageOptions, Visit } from './page.ts';
import { notFound, notFoundMessage, Refusal, refuse } from './refusal.ts';
import type { DeclareResource } from './resource.ts';
import type { Route } from './routes.ts';
import { sendFresh, sendKept } from './sending.ts';
import { societyDays } from './society-day.ts';
import { type NextPublishing, steadyTimes } from './steady.ts';
import { anonymous, type Visitor } from './visitor.ts';

/** What every declaration stands on. */
export interface Platform {
  page: DeclarePage;
  call: DeclareCall;
  resource: DeclareResource;
  download: DeclareDownload;
  db: Database;
  /** Everything declared so far. */
  routes: readonly Route[];
}

/** What the platform asks of the features, given to it at composition. */
export interface PlatformParts {
  db: Database;
  clock: () => Date;
  /** Who is looking, by the cookies they bring. */
  visitorOf: (asked: { db: Database; cookies: Cookies; now: Instant }) => Visitor | Promise<Visitor>;
  /** What a members' page shows whoever isn't signed in. */
  loginPage: (visit: Visit) => Promise<Page>;
  /** The society's time zone, which decides what day it is. */
  timeZoneOf: (db: Reading, revision: number) => Promise<string>;
  siteOf: (visit: Visit) => Promise<Site>;
  /** What is dated ahead appears then without a write: nothing made before is kept beyond it. */
  nextPublishing: NextPublishing;
  /** Makes the HTML document of a page. */
  documentOf: (view: { page: Page; site: Site; path: string; query: string; origin: string }) => Promise<PageDocument>;
  /** The address people type, or "" to take it from the request. */
  publicUrl: string;
  cacheBytes: number;
}

const html = 'text/html; charset=utf-8';
const json = 'application/json; charset=utf-8';

/** Tells our script that a page's document has a policy of its own, so that it is loaded in full. */
const ownDocument = 'x-own-document';

/** Answers that come in floods, or in the midst of one: to draw a whole page for each would be what a flood is after. */
const undrawn = new Set([414, 429, 503]);

/** Longer addresses are answered, but not kept: nobody types them. */
const longestKeptAddress = 600;

/** Declares on a bare server what features ask for, and answers everything else that comes to it. */
export function createPlatform(fastify: FastifyInstance, parts: PlatformParts): Platform {
  const { db, clock } = parts;
  const cache = new AnswerCache(parts.cacheBytes);
  const dayAt = societyDays();
  const steadyUntil = steadyTimes(parts.nextPublishing);
  const limit = requestLimits(fastify);
  const routes: Route[] = [];

  const originOf = (request: FastifyRequest) => parts.publicUrl || originAsked(request);

  const cookies = (request: FastifyRequest, reply: FastifyReply) =>
    cookiesOf(request, reply, parts.publicUrl.startsWith('https:'));

  const visitorOf = (request: FastifyRequest, reply: FastifyReply) =>
    parts.visitorOf({ db, cookies: cookies(request, reply), now: clock().toISOString() });

  async function visitOf(
    request: FastifyRequest,
    reply: FastifyReply,
    visitor: Visitor,
    declared: readonly string[],
  ): Promise<Visit> {
    const revision = await db.revision();
    const now = clock();
    const day = dayAt(now.getTime(), await parts.timeZoneOf(db.read, revision));
    const { path, query } = addressOf(request);
    return {
      path,
      params: request.params as Record<string, string>,
      query: onlyKeys(query, declared),
      visitor,
      origin: originOf(request),
      home: parts.publicUrl || (isThisMachine(request.hostname) ? originOf(request) : ''),
      cookies: cookies(request, reply),
      client: {
        address: request.ip,
        device: request.headers['user-agent'] ?? '',
        fromHere: comesFromHere(provenanceOf(request, originOf(request))),
      },
      now: now.toISOString() as Instant,
      today: day.date,
      until: await steadyUntil(db.read, revision, now.getTime(), day.until),
      db: db.read,
      revision,
      thing: undefined,
    };
  }

  async function admit<Thing>(
    options: { access: Access<NoInfer<Thing>>; on?: (visit: Visit) => Promise<Thing | undefined> },
    visit: Visit,
  ): Promise<Visit<Thing>> {
    if (Object.values(visit.params).some(isUnprintable)) notFound();
    // Without a loader, `Thing` is undefined by declaration.
    const thing = options.on ? ((await options.on(visit)) ?? notFound()) : (undefined as Thing);
    if (!options.access.allows(visit.visitor, thing)) {
      if (visit.visitor.signedIn) refuse(403, 'This part of the site isn’t open to your account.');
      refuse(401, 'Sign in first, then you can go on from here.');
    }
    return { ...visit, thing };
  }

  async function asHtml(page: Page, visit: Visit, origin: string): Promise<PageDocument> {
    const site = await parts.siteOf(visit);
    const query = visit.query.toString();
    return parts.documentOf({ page, site, path: visit.path, query, origin });
  }

  async function makePage<Content extends Page, Thing>(
    options: PageOptions<Content, Thing>,
    show: (visit: Visit<Thing>) => Content | Promise<Content>,
    visit: Visit,
    form: 'json' | 'html',
    origin: string,
  ): Promise<MadeAnswer> {
    const admitted = await admit(options, visit);
    const content = await show(admitted);
    // Where a member is led says nothing of the address itself, which a browser would remember
    const moved = visit.path.startsWith('/members') ? 302 : 301;
    const status = options.status?.(content) ?? 200;
    if (form === 'json') return { status, contentType: json, body: JSON.stringify(content) };
    if (content.type === 'redirect' && content.url.startsWith('/')) {
      return { status: moved, contentType: html, body: '', headers: { location: content.url } };
    }
    const part = options.firstView ? options.firstView(content, admitted) : content;
    return { status, contentType: html, ...(await asHtml(part, visit, origin)) };
  }

  /** Answers from the cache where the visitor is anonymous, else makes the answer for this visitor alone. */
  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    how: { keep: boolean; query: readonly string[]; variant: string },
    make: (visit: Visit) => Promise<MadeAnswer>,
  ): Promise<FastifyReply> {
    const visitor = await visitorOf(request, reply);
    if (visitor.signedIn || !how.keep || request.url.length > longestKeptAddress) {
      return sendFresh(request, reply, await make(await visitOf(request, reply, visitor, how.query)));
    }
    const { path, query } = addressOf(request);
    const key = `${how.variant} ${path}?${onlyKeys(query, how.query)}`;
    const now = clock().getTime();
    const revision = await db.revision();
    const kept = cache.find(key, revision, now);
    if (kept) return sendKept(request, reply, kept);
    const visit = await visitOf(request, reply, visitor, how.query);
    return sendKept(request, reply, await cache.make(key, visit.revision, visit.until, () => make(visit)));
  }

  const page: DeclarePage = (path, options, show) => {
    routes.push({ kind: 'page', method: 'GET', path, access: options.access.name });
    fastify.get(path, async (request, reply) => {
      await limit('read', request, reply);
      const form = wantsJson(request) ? 'json' : 'html';
      const origin = originOf(request);
      if (options.csp) {
        const policy = String(reply.getHeader('content-security-policy'));
        reply.headers({ 'content-security-policy': widenedPolicy(policy, options.csp), [ownDocument]: '1' });
      }
      // What is whole whatever the query is made once: thousands of shows, packed anew, cost half a second.
      const whole = form === 'json' && options.firstView !== undefined;
      const query = whole ? [] : (options.query ?? []);
      const how = { keep: options.keep ?? true, query, variant: `${form} ${origin}` };
      return answer(request, reply, how, (visit) => makePage(options, show, visit, form, origin));
    });
  };

  const resource: DeclareResource = (path, options, make) => {
    routes.push({ kind: 'resource', method: 'GET', path, access: options.access.name });
    fastify.get(path, async (request, reply) => {
      await limit('read', request, reply);
      const how = { keep: true, query: options.query ?? [], variant: `resource ${originOf(request)}` };
      return answer(request, reply, how, async (visit) => make(await admit<undefined>(options, visit)));
    });
  };

  const download: DeclareDownload = (path, options, find) => {
    routes.push({ kind: 'download', method: 'GET', path, access: options.access.name });
    const answerWith = async (request: FastifyRequest, reply: FastifyReply) => {
      const visit = await visitOf(request, reply, await visitorOf(request, reply), options.query ?? []);
      return sendDownload(request, reply, await find(await admit(options, visit)));
    };
    // HEAD by name: the one that Fastify adds to a GET reads the whole file, and says that it is empty.
    fastify.route({ method: ['GET', 'HEAD'], url: path, handler: answerWith });
  };

  const call: DeclareCall = (method, path, options, run) => {
    routes.push({ kind: 'call', method, path, access: options.access.name });
    // Access is decided before the body is read, so that a stranger can't make the server read one.
    const admissions = new WeakMap<FastifyRequest, { act: Parameters<typeof run>[0]; held?: unknown }>();
    const strength = options.strength ?? (method === 'GET' ? 'read' : 'write');
    const { form } = options;
    fastify.route({
      method,
      url: path,
      preParsing: async (request, reply) => {
        // Of those that are turned away below there may be too many as well.
        if (strength !== 'read') await limit('read', request, reply);
        const provenance = provenanceOf(request, originOf(request));
        refuseForeign(provenance);
        if (options.changes) refuseUnlessFetched(provenance);
        const held = await limit(strength, request, reply).catch(async (refusal: unknown) => {
          // A form that a browser posted is read all the same, within limits: what was typed goes back with the refusal.
          if (!form || !wantsDocument(request)) throw refusal;
          await limit('write', request, reply);
          return refusal;
        });
        const visit = await visitOf(request, reply, await visitorOf(request, reply), [
          ...addressOf(request).query.keys(),
        ]);
        const admitted = await admit(options, visit);
        admissions.set(request, { act: { ...admitted, body: undefined as Parameters<typeof run>[0]['body'] }, held });
      },
      handler: async (request, reply) => {
        const { act, held } = admissions.get(request) ?? refuse(500, unexpectedMessage);
        const perform = () => {
          if (held) throw held;
          return run(options.accepts ? { ...act, body: accept(options.accepts, request.body) } : act);
        };
        if (form && wantsDocument(request)) {
          return sendFresh(request, reply, await answerForm(form, request, reply, perform));
        }
        const result = await perform();
        if (result instanceof HtmlAnswer) {
          const piece = { status: 200, contentType: html, body: result.html, headers: pieceHeaders };
          return sendFresh(request, reply, piece);
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
    perform: () => unknown,
  ): Promise<MadeAnswer> {
    try {
      await perform();
      return { status: 303, contentType: html, body: '', headers: { location: form.done } };
    } catch (error) {
      const { code, message: msg, fields } = refusalOf(error, request);
      const page = form.again({ code, msg, ...(fields ? { fields } : {}) }, typedIn(request.body));
      const visit = await visitOf(request, reply, await visitorOf(request, reply), []);
      return { status: code, contentType: html, ...(await asHtml(page, visit, originOf(request))) };
    }
  }

  const isPage = (request: FastifyRequest) =>
    request.method === 'GET'
      ? !request.url.startsWith('/members/api/') && !request.url.startsWith('/api/')
      : wantsDocument(request);

  async function answerFault(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): Promise<FastifyReply> {
    const { code, message: msg, fields } = refusal;
    if (!isPage(request)) {
      const body = JSON.stringify({ code, msg, ...(fields ? { fields } : {}) });
      return sendFresh(request, reply, { status: code, contentType: json, body });
    }
    if (code === 401) return askToSignIn(request, reply);
    const content: ErrorContent = errorContent(code, msg);
    if (undrawn.has(code) && !wantsJson(request)) {
      const body = bareErrorDocument(statusTitle(code), msg);
      return sendFresh(request, reply, { status: code, contentType: html, body });
    }
    if (wantsJson(request)) {
      return sendFresh(request, reply, { status: code, contentType: json, body: JSON.stringify(content) });
    }
    try {
      const visit = await visitOf(request, reply, await visitorOf(request, reply), []);
      const made = await asHtml(content, visit, originOf(request));
      return await sendFresh(request, reply, { status: code, contentType: html, ...made });
    } catch (error) {
      request.log.error(error, 'the error page could not be made');
      const body = bareErrorDocument(statusTitle(code), msg);
      return sendFresh(request, reply, { status: code, contentType: html, body });
    }
  }

  /** In the place of the page asked for, at its address: whoever signs in there has it. */
  async function askToSignIn(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const visit = await visitOf(request, reply, anonymous, []);
    const content = await parts.loginPage(visit);
    const made = wantsJson(request)
      ? { contentType: json, body: JSON.stringify(content) }
      : { contentType: html, ...(await asHtml(content, visit, originOf(request))) };
    return sendFresh(request, reply, { status: 401, ...made });
  }

  fastify.setNotFoundHandler(async (request, reply) => {
    await limit('read', request, reply);
    return answerFault(request, reply, new Refusal(404, notFoundMessage));
  });
  fastify.setErrorHandler((error, request, reply) => answerFault(request, reply, refusalOf(error, request)));

  return { page, call, resource, download, db, routes };
}

function provenanceOf({ method, headers }: FastifyRequest, own: string): Provenance {
  const said = (name: string) => {
    const value = headers[name];
    return typeof value === 'string' ? value : undefined;
  };
  const secFetchSite = said('sec-fetch-site');
  return { method, origin: headers.origin, secFetchSite, secFetchMode: said('sec-fetch-mode'), own };
}
