import { always, here, type RouteCases } from '#tests/support/route-cases.ts';

export const cases: RouteCases = {
  'GET /contact': { ...always(200), looks: [here] },
  // The contact page again
  'GET /contact/sent': { ...always(200), looks: [] },
  // Admitted, and told that the form is empty
  'POST /api/contact': always(400),
};
