import { members, type RouteCases } from '#tests/support/routes/route-cases.ts';

/**
 * Everyone who can save a text: authors, directors and admins. These users pass the access check, then get 400 because
 * the file is missing.
 */
const writers = { ...members(403), author: 400, director: 400, otherDirector: 400, adminTools: 400, admin: 400 };

export const cases: RouteCases = {
  'POST /members/api/preview': members(400),
  'POST /members/api/blog/picture': writers,
  'POST /members/api/blog/word': writers,
};
