import type { Head } from '#platform/shared/head.ts';
import type { Page } from '#platform/shared/pages.ts';
import { JumpLinks } from '#platform/web/ui/navigation/jump-links.tsx';
import { AccountLog } from './account-log.tsx';
import { Calendar } from './calendar.tsx';
import { ChangePasswordForm } from './change-password.tsx';
import { CreditNames } from './credit-names.tsx';
import { GiftAidSettings } from './gift-aid.tsx';
import { MembershipSettings } from './membership.tsx';
import { MyData } from './my-data.tsx';
import { PostNotifications } from './post-notifications.tsx';
import { Sessions } from './sessions.tsx';
import { TwoFactorSettings } from './two-factor.tsx';
import { ChangeEmailForm, ContactDetailsForm, EmergencyContact, ProfileForm } from './your-details.tsx';

export const head = ({ title }: Page<'account_settings'>): Head => ({
  title,
  description: 'Your name, password and contact details.',
  indexed: false,
});

/** In the order in which the page shows them, each with its own form and words. Those that are `named` begin a group. */
const sections = [
  { id: 'membership', named: 'Membership', Section: MembershipSettings },
  { id: 'gift-aid', Section: GiftAidSettings },
  { id: 'password', named: 'Signing in', Section: ChangePasswordForm },
  { id: 'email', Section: ChangeEmailForm },
  { id: 'two-factor', Section: TwoFactorSettings },
  { id: 'sessions', Section: Sessions },
  { id: 'profile', named: 'Your details', Section: ProfileForm },
  { id: 'credit-names', Section: CreditNames },
  { id: 'contact', Section: ContactDetailsForm },
  { id: 'emergency', named: 'Emergency', Section: EmergencyContact },
  { id: 'mails', named: 'Email and calendar', Section: PostNotifications },
  { id: 'calendar', Section: Calendar },
  { id: 'my-data', named: 'My data', Section: MyData },
  { id: 'noted', Section: AccountLog },
] as const;

const groups = sections.flatMap((section) => ('named' in section ? [{ id: section.id, name: section.named }] : []));

export default function AccountSettingsPage({ page }: { page: Page<'account_settings'> }) {
  const missing = { 'credit-names': page.credit_names.length === 0, 'gift-aid': page.gift_aid === null };
  const here = sections.filter(({ id }) => !Object.hasOwn(missing, id) || !missing[id as keyof typeof missing]);
  return (
    <>
      <header className="page-head">
        <h1>{page.title}</h1>
      </header>
      <JumpLinks to={groups} />
      {here.map(({ id, Section }) => (
        <Section key={id} page={page} />
      ))}
    </>
  );
}
