import { members, type RouteCases } from '#tests/support/route-cases.ts';

export const cases: RouteCases = {
  // No browser needs this route; a request without a cookie has no signature either
  'POST /hooks/square': members(403),
};
