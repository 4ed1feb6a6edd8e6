import { isReviewUrlOfShow } from '#features/archive/shows/server/index.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { everyone } from '#platform/server/http/request/access.ts';
import { HtmlFragmentResponse } from '#platform/server/http/response/html-response.ts';
import type { CallHandler } from '#platform/server/http/routes/call.ts';
import { fetchReview } from '../contract.ts';
import { internet, type NetworkAccess } from './network.ts';
import { createReviewCache } from './review-cache.ts';

/** Registers the call `/cors`, which fetches only the reviews that our own shows name. */
export function registerReviewRoutes({ call, db }: Platform, network: NetworkAccess = internet): void {
  call(fetchReview, { access: everyone }, sendReview(createReviewCache(db, network)));
}

const sendReview =
  (reviewAt: ReturnType<typeof createReviewCache>): CallHandler<typeof fetchReview> =>
  async ({ body: { url }, db, now }) => {
    if (!(await isReviewUrlOfShow(db, url))) refuse(400, 'That isn’t the web address of a review of one of our shows.');
    return new HtmlFragmentResponse(await reviewAt(url, now));
  };
