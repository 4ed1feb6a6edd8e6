import { Plans } from '#features/money/membership/web/index.ts';
import type { Head } from '#platform/shared/head.ts';
import type { Page } from '#platform/shared/pages.ts';
import { JumpLinks } from '#platform/web/ui/navigation/jump-links.tsx';
import { SiteSettingsForm } from './site-settings.tsx';

export const head = (): Head => ({
  title: 'Admin Settings',
  description: 'Settings for the whole site.',
  indexed: false,
});

const sections = [
  { id: 'society', name: 'The society' },
  { id: 'tickets', name: 'Tickets' },
  { id: 'find-us', name: 'Where to find us' },
  { id: 'gift-aid', name: 'Gift Aid' },
  { id: 'accounts', name: 'Accounts' },
  { id: 'mail', name: 'Email' },
  { id: 'privacy', name: 'Privacy' },
  { id: 'plans', name: 'Subscription plans' },
] as const;

export default function AdminSettingsPage({ page }: { page: Page<'admin_settings'> }) {
  return (
    <div>
      <header className="page-head">
        <h1>{page.title}</h1>
      </header>
      <JumpLinks to={sections} />
      <SiteSettingsForm page={page} />
      <Plans plans={page.subs} giftAid={page.settings.giftAid === '1'} />
    </div>
  );
}
