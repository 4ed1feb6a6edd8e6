import type { MembersNavigation } from '#features/layout/web/index.ts';
import { membershipPath } from '#features/membership/paths.ts';

export const navigation: MembersNavigation = {
  below: [{ item: 'get_subs', order: 10, links: () => [{ label: 'Membership', href: membershipPath }] }],
  help: {
    '/members/membership': ['secretary', 'Look somebody up'],
    '/members/membership/reminders': ['secretary', 'Remind people to pay'],
    '/members/membership/import': ['secretary', 'Bring in a list from paper'],
  },
};
