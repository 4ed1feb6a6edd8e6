import { always, members, type RouteCases } from '#tests/support/routes/route-cases.ts';

export const cases: RouteCases = {
  'GET /calendar.ics': always(200),
  'POST /members/api/account_settings/calendar': members(200),
  'POST /members/api/account_settings/calendar/off': members(200),
  // A calendar can be opened only with its secret, and "guessed" isn't one
  'GET /calendar/:token.ics': { ...always(404), at: '/calendar/guessed.ics' },
};
