import type { Page } from '#platform/shared/pages.ts';

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

export const htmlContentType = 'text/html; charset=utf-8';
export const jsonContentType = 'application/json; charset=utf-8';

/** The response of a call that returns a piece of HTML, not `{code, msg}`. A refusal stays JSON. */
export class HtmlFragmentResponse {
  readonly html: string;

  constructor(html: string) {
    this.html = html;
  }
}

/** The headers of a fragment, which is shown inside a page. A fragment that is opened by itself can't do anything. */
export const htmlFragmentHeaders = { 'content-security-policy': "default-src 'none'; sandbox" };
