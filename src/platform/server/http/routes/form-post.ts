import type { FastifyRequest } from 'fastify';
import type { CallResponse } from '#platform/shared/call-response.ts';
import type { Page } from '#platform/shared/pages.ts';
import type { PageRequest } from './page.ts';

export type SubmittedFields = Readonly<Record<string, string>>;

/** The page for a browser without JavaScript after it has posted a form to a call. */
export interface FormPost<Result = object> {
  /**
   * The path of the page that confirms it; or that page itself, if its content must not have an address. A path may
   * depend on typed fields, but must never contain them unchecked: a stranger may have typed them.
   */
  done: string | ((typed: SubmittedFields, result: Result, visit: PageRequest) => string | Page | Promise<Page>);
  /** The page that explains the refusal, with the form as it was typed. */
  again: (answer: CallResponse, typed: SubmittedFields, visit: PageRequest) => Page | Promise<Page>;
}

/** Returns true if a browser sends the request itself and shows the result. A script accepts JSON, or anything. */
export const wantsDocument = (request: FastifyRequest): boolean =>
  request.headers.accept?.includes('text/html') ?? false;

/** Returns a form's fields as typed, without anything that isn't text. */
export function getSubmittedFields(body: unknown): Record<string, string> {
  const fields = Object.entries(typeof body === 'object' && body !== null ? body : {});
  return Object.fromEntries(fields.filter((field): field is [string, string] => typeof field[1] === 'string'));
}

/** The path of our page that a browser posted its form from; the front page when it doesn't say. */
export function getFormPath(request: FastifyRequest, origin: string): string {
  const { referer = '' } = request.headers;
  const from = URL.canParse(referer) ? new URL(referer) : undefined;
  // Two slashes would name another site
  return from?.origin === origin ? `${from.pathname.replace(/^\/+/, '/')}${from.search}` : '/';
}
