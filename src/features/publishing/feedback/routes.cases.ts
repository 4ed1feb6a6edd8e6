import { here, members, type RouteCases } from '#tests/support/route-cases.ts';

export const cases: RouteCases = {
  'GET /members/feedback_form': { ...members(200), looks: [here] },
  // Admitted, and told that the form is empty
  'POST /members/api/feedback': members(400),
};
