import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RedirectContent } from '#platform/shared/pages.ts';
import { html, json } from './content-types.ts';
import { bareErrorDocument } from './document.ts';
import { errorContent, statusTitle } from './error-content.ts';
import { formStoodAt, wantsDocument } from './form-post.ts';
import type { PageRequest } from './page.ts';
import type { PlatformOptions } from './platform-options.ts';
import { MustDoFirst, type Refusal, Unconfirmed, Unproven, Unready } from './refusal.ts';
import type { Draw } from './render-page.ts';
import type { requestContext } from './request-context.ts';
import { wantsJson } from './request-url.ts';
import { sendFresh } from './send-response.ts';
import { anonymous } from './visitor.ts';

/** Statuses that come in floods: rendering a whole page for each would help the flood. */
const undrawn = new Set([414, 429, 503]);

/** Seconds after which to try again while something is busy or away. */
const soon = 10;

const isPage = (request: FastifyRequest) =>
  request.method === 'GET'
    ? !request.url.startsWith('/members/api/') && !request.url.startsWith('/api/')
    : wantsDocument(request);

/** Answers refusals: calls with `{code, msg}`, pages with the error page or, for 401, the sign-in page. */
export function errorResponses(
  { loginPage, passwordPage }: Pick<PlatformOptions, 'loginPage' | 'passwordPage'>,
  { visitorOf, visitOf, asHtml }: Pick<ReturnType<typeof requestContext>, 'visitorOf' | 'visitOf'> & { asHtml: Draw },
) {
  return async (request: FastifyRequest, reply: FastifyReply, refusal: Refusal): Promise<FastifyReply> => {
    const { code, message: msg, fields } = refusal;
    if (code === 503 && !reply.hasHeader('retry-after')) {
      reply.header('retry-after', String(refusal instanceof Unready ? refusal.after : soon));
    }
    const contentFor = (stopped: Refusal, visit: PageRequest) => {
      if (stopped instanceof Unproven && stopped.needs === 'password') {
        // Other addresses than pages lead back to the page that they were requested from
        const leadsBack = request.method === 'GET' && isPage(request);
        return passwordPage(leadsBack ? visit : { ...visit, path: formStoodAt(request, visit.origin) });
      }
      return stopped.code === 401 ? loginPage(visit) : errorContent(stopped.code, inFull(stopped));
    };
    const sendJson = (content: object) =>
      sendFresh(request, reply, { status: code, contentType: json, body: JSON.stringify(content) });
    const sendBare = () =>
      sendFresh(request, reply, { status: code, contentType: html, body: bareErrorDocument(statusTitle(code), msg) });

    const needs = neededFor(refusal);
    // A browser asks for a download by itself: without a script, only a page can take the password
    const asksPassword = refusal instanceof Unproven && refusal.needs === 'password' && wantsDocument(request);
    if (!isPage(request) && !asksPassword) return sendJson({ code, msg, ...needs, ...(fields ? { fields } : {}) });
    const asksJson = wantsJson(request);
    if (refusal instanceof MustDoFirst) {
      const content: RedirectContent = { type: 'redirect', url: refusal.to, text: msg, time: 0 };
      const made = asksJson
        ? { status: 200, contentType: json, body: JSON.stringify(content) }
        : { status: 302, contentType: html, body: '', headers: { location: refusal.to } };
      return sendFresh(request, reply, made);
    }
    if (undrawn.has(code) && !asksJson) return sendBare();
    if (asksJson && code !== 401) return sendJson(errorContent(code, msg));
    try {
      const visitor = code === 401 ? anonymous : await visitorOf(request, reply);
      const visit = await visitOf(request, reply, visitor, []);
      // At the requested address, so that signing in there leads on to it
      const content = await contentFor(refusal, visit);
      if (asksJson) return sendJson(content);
      return await sendFresh(request, reply, { status: code, contentType: html, ...(await asHtml(content, visit)) });
    } catch (error) {
      request.log.error(error, 'the error page could not be made');
      return asksJson ? sendJson(errorContent(code, msg)) : sendBare();
    }
  };
}

/** A page of its own has no fields to put notes beside: it says them all. */
const inFull = ({ message, fields }: Refusal): string =>
  fields ? `${Object.values(fields).join(' · ')} Go back: what you typed is still there.` : message;

/** Returns the `needs` fields of a refused call's answer. */
function neededFor(refusal: Refusal): object {
  if (refusal instanceof Unproven) return { needs: refusal.needs };
  return refusal instanceof Unconfirmed ? { needs: 'confirmation', ...refusal.about } : {};
}
