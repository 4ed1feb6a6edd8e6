/** The answer of a call that has to answer with a piece of HTML, not `{code, msg}`. A refusal stays JSON. */
export class HtmlResponse {
  readonly html: string;

  constructor(html: string) {
    this.html = html;
  }
}

/** A piece is for a page to show: opened by itself it can do nothing. */
export const htmlFragmentHeaders = { 'content-security-policy': "default-src 'none'; sandbox" };
