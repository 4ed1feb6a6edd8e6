import type { Page } from '#platform/shared/pages.ts';

/**
 * What a call answers that shows something which must not have an address: a script gets `{code, msg}` and the content,
 * a browser that posted the form itself gets the page. It has to post again to see it again.
 */
export class PageResponse<Content = unknown> {
  readonly msg: string;
  readonly page: Page & Content;

  constructor(msg: string, page: Page & Content) {
    this.msg = msg;
    this.page = page;
  }
}
