import { always, type RouteCases } from '#tests/support/routes/route-cases.ts';

export const cases: RouteCases = {
  // Everybody is admitted, but without the address of a review the response is 400
  'POST /cors': always(400),
};
