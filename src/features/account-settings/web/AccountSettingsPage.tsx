import type { Head } from '#platform/shared/head.ts';
import type { Page } from '#platform/shared/pages.ts';
import { JumpLinks } from '#platform/web/ui/JumpLinks.tsx';
import { AccountLog } from './AccountLog.tsx';
import { Calendar } from './Calendar.tsx';
import { ChangePassword } from './ChangePassword.tsx';
import { CreditNames } from './CreditNames.tsx';
import { GiftAid } from './GiftAid.tsx';
import { Membership } from './Membership.tsx';
import { MyData } from './MyData.tsx';
import { PostNotifications } from './PostNotifications.tsx';
import { Sessions } from './Sessions.tsx';
import { TwoFactor } from './TwoFactor.tsx';
import { ChangeEmail, EmergencyContact, UpdateContactDetails, UpdateProfile } from './YourDetails.tsx';

export const head = ({ title }: Page<'account_settings'>): Head => ({
  title,
  description: 'Your name, password and contacts.',
  indexed: false,
});

/** In the order in which the page shows them; short names, so that all fit one line. Each has its own form and words. */
const sections = [
  { id: 'membership', name: 'Membership', Section: Membership },
  { id: 'gift-aid', name: 'Gift Aid', Section: GiftAid },
  { id: 'password', name: 'Password', Section: ChangePassword },
  { id: 'profile', name: 'Profile', Section: UpdateProfile },
  { id: 'email', name: 'Email', Section: ChangeEmail },
  { id: 'credit-names', name: 'Credits', Section: CreditNames },
  { id: 'contact', name: 'Phone', Section: UpdateContactDetails },
  { id: 'emergency', name: 'Emergency', Section: EmergencyContact },
  { id: 'two-factor', name: 'Two-factor', Section: TwoFactor },
  { id: 'sessions', name: 'Devices', Section: Sessions },
  { id: 'my-data', name: 'My data', Section: MyData },
  { id: 'mails', name: 'Notices', Section: PostNotifications },
  { id: 'calendar', name: 'Calendar', Section: Calendar },
  { id: 'noted', name: 'Noted', Section: AccountLog },
] as const;

export default function AccountSettingsPage({ page }: { page: Page<'account_settings'> }) {
  const missing = { 'credit-names': page.credit_names.length === 0, 'gift-aid': page.gift_aid === null };
  const here = sections.filter(({ id }) => !Object.hasOwn(missing, id) || !missing[id as keyof typeof missing]);
  return (
    <>
      <header className="page-head">
        <h1>{page.title}</h1>
      </header>
      <JumpLinks to={here} />
      {here.map(({ id, Section }) => (
        <Section key={id} page={page} />
      ))}
    </>
  );
}
