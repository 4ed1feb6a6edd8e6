import type { Page } from '#platform/shared/pages.ts';

/**
 * The response of a call whose result must not have an address. A script gets `{code, msg}` and the content; a browser
 * that posted the form itself gets the page, and has to post again to see it again.
 */
export class PageResponse<Content = unknown> {
  readonly msg: string;
  readonly page: Page & Content;

  constructor(msg: string, page: Page & Content) {
    this.msg = msg;
    this.page = page;
  }
}
