import { members, type RouteCases } from '#tests/support/routes/route-cases.ts';

export const cases: RouteCases = {
  'GET /members/api/account_settings/my_data': members(200),
  'POST /members/api/account_settings/erase': members(400),
};
