import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorContent, RedirectContent } from '#platform/shared/pages.ts';
import { STATUS_CODES } from '../../program/node-http.ts';
import {
  AuthenticationRequiredError,
  ConfirmationRequiredError,
  type HttpError,
  ServiceUnavailableError,
  StepRequiredError,
  TooManyRequestsError,
} from '../errors/http-error.ts';
import { wantsJson } from '../request/request-url.ts';
import { anonymousVisitor } from '../request/visitor.ts';
import { renderBareErrorDocument } from '../response/html-document.ts';
import { htmlContentType, jsonContentType } from '../response/html-response.ts';
import { sendFresh } from '../response/send-response.ts';
import { getFormPath, wantsDocument } from '../routes/call.ts';
import type { PageRequest } from '../routes/page.ts';
import type { PlatformOptions } from './platform-options.ts';
import type { createRequestContext } from './request-context.ts';
import type { RenderPage } from './server-context.ts';

/** "404 Not Found". */
const statusTitle = (code: number) => `${code} ${STATUS_CODES[code] ?? 'Error'}`;

/** The error page's content; `content` repeats `message` for clients that render it as a post. */
const errorContent = (code: number, message: string): ErrorContent => ({
  type: 'error',
  code,
  title: statusTitle(code),
  message,
  content: message,
});

/** Statuses that occur in floods of requests. Rendering a whole page for each would make the flood worse. */
const undrawn = new Set([414, 429, 503]);

/** The number of seconds after which to try again while something is busy or unavailable. */
const soon = 10;

const isPage = (request: FastifyRequest) =>
  request.method === 'GET'
    ? !request.url.startsWith('/members/api/') && !request.url.startsWith('/api/')
    : wantsDocument(request);

/**
 * Responds to refused requests. Calls get `{code, msg}`. Pages get the error page, or a page to sign in or to confirm
 * the password.
 */
export function createErrorResponses(
  { loginPage, passwordPage }: Pick<PlatformOptions, 'loginPage' | 'passwordPage'>,
  {
    visitorOf,
    visitOf,
    renderPage,
  }: Pick<ReturnType<typeof createRequestContext>, 'visitorOf' | 'visitOf'> & { renderPage: RenderPage },
) {
  return async (request: FastifyRequest, reply: FastifyReply, refusal: HttpError): Promise<FastifyReply> => {
    const { code, message: msg, fields } = refusal;
    const retryAfter =
      refusal instanceof ServiceUnavailableError || refusal instanceof TooManyRequestsError
        ? refusal.retryAfterSeconds
        : soon;
    if ((code === 503 || refusal instanceof TooManyRequestsError) && !reply.hasHeader('retry-after')) {
      reply.header('retry-after', String(retryAfter));
    }
    const contentFor = (stopped: HttpError, visit: PageRequest) => {
      if (stopped instanceof AuthenticationRequiredError && stopped.needs === 'password') {
        // If the request isn't for a page, entering the password leads back to the page that made the request
        const leadsBack = request.method === 'GET' && isPage(request);
        return passwordPage(leadsBack ? visit : { ...visit, path: getFormPath(request, visit.origin) });
      }
      return stopped.code === 401 ? loginPage(visit) : errorContent(stopped.code, inFull(stopped));
    };
    const sendJson = (content: object) =>
      sendFresh(request, reply, { status: code, contentType: jsonContentType, body: JSON.stringify(content) });
    const sendBare = () =>
      sendFresh(request, reply, {
        status: code,
        contentType: htmlContentType,
        body: renderBareErrorDocument(statusTitle(code), msg),
      });

    const needs = neededFor(refusal);
    // A browser requests a download without a script, so the password can only be asked for on a page
    const asksPassword =
      refusal instanceof AuthenticationRequiredError && refusal.needs === 'password' && wantsDocument(request);
    if (!isPage(request) && !asksPassword) return sendJson({ code, msg, ...needs, ...(fields ? { fields } : {}) });
    const asksJson = wantsJson(request);
    if (refusal instanceof StepRequiredError) {
      const content: RedirectContent = { type: 'redirect', url: refusal.path, text: msg, time: 0 };
      const made = asksJson
        ? { status: 200, contentType: jsonContentType, body: JSON.stringify(content) }
        : { status: 302, contentType: htmlContentType, body: '', headers: { location: refusal.path } };
      return sendFresh(request, reply, made);
    }
    if (undrawn.has(code) && !asksJson) return sendBare();
    if (asksJson && code !== 401) return sendJson(errorContent(code, msg));
    try {
      const visitor = code === 401 ? anonymousVisitor : await visitorOf(request, reply);
      const visit = await visitOf(request, reply, visitor, []);
      // The page is rendered at the requested URL, so that the visitor stays there after signing in
      const content = await contentFor(refusal, visit);
      if (asksJson) return sendJson(content);
      return await sendFresh(request, reply, {
        status: code,
        contentType: htmlContentType,
        ...(await renderPage(content, visit)),
      });
    } catch (error) {
      request.log.error(error, 'the error page could not be rendered');
      return asksJson ? sendJson(errorContent(code, msg)) : sendBare();
    }
  };
}

/** Lists the messages of all fields, because an error page has no fields to show them next to. */
const inFull = ({ message, fields }: HttpError): string =>
  fields ? `${Object.values(fields).join(' · ')} Go back to the form: what you typed is still there.` : message;

/** Returns the `needs` fields of the response to a refused call. */
function neededFor(refusal: HttpError): object {
  if (refusal instanceof AuthenticationRequiredError) return { needs: refusal.needs };
  return refusal instanceof ConfirmationRequiredError ? { needs: 'confirmation', ...refusal.about } : {};
}
