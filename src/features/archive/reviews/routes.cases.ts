import { always, type RouteCases } from '#tests/support/routes/route-cases.ts';

export const cases: RouteCases = {
  // Admitted, and refused because no review is named
  'POST /cors': always(400),
};
