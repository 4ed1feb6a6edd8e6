import { members, type RouteCases } from '#tests/support/route-cases.ts';

export const cases: RouteCases = {
  // Nobody's browser has anything to do there, and whoever has no cookie has no signature either
  'POST /hooks/square': members(403),
};
