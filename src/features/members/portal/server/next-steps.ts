import { isAlone } from '#features/society/accounts/server/index.ts';
import type { Reading } from '#platform/server/database/index.ts';
import type { Nudge } from '../contract.ts';
import { formatNeeded } from '../first-hour-text.ts';
import { listOnboardingSteps, type OnboardingServices } from './onboarding.ts';

/**
 * The next steps of a new society's admin: the list of the first hour, then one step at a time, so that the rest can
 * wait.
 */
export async function findNextSteps(
  db: Reading,
  { about, shows, services }: { about: string; shows: readonly unknown[]; services: OnboardingServices },
): Promise<Nudge[]> {
  const kind = 'first_step';
  const steps = await listOnboardingSteps(db, services);
  if (steps.length > 0) {
    const text = `${formatNeeded(steps)} to get your society started.`;
    return [{ kind, text, link: '/members/admin#first-hour', action: 'See the getting-started list' }];
  }
  if (about === '') {
    const text = 'Visitors can’t read about you yet.';
    return [{ kind, text, link: '/members/admin/admin_settings', action: 'Give it your name and a few words' }];
  }
  if (shows.length === 0) {
    const text = 'There are no shows here yet, past or upcoming.';
    return [{ kind, text, link: '/members/manage_shows', action: 'Add a show, or import all of them' }];
  }
  if (await isAlone(db)) {
    const text = 'You’re the only one who can sign in so far.';
    return [{ kind, text, link: '/members/admin/manage_users/invite', action: 'Invite your members' }];
  }
  return [];
}
