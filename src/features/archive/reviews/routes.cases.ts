import { always, type RouteCases } from '#tests/support/route-cases.ts';

export const cases: RouteCases = {
  // Let in, and told that it didn't say which review
  'POST /cors': always(400),
};
