import { Plans } from '#features/membership/web/index.ts';
import type { Head } from '#platform/shared/head.ts';
import type { Page } from '#platform/shared/pages.ts';
import styles from './AdminSettingsPage.module.css';
import { SiteSettings } from './SiteSettings.tsx';

export const head = (): Head => ({
  title: 'Admin Settings',
  description: 'What the whole site says of the society.',
  indexed: false,
});

export default function AdminSettingsPage({ page }: { page: Page<'admin_settings'> }) {
  return (
    <div className={`wrap section ${styles.page}`}>
      <h1>{page.title}</h1>
      <SiteSettings page={page} />
      <Plans plans={page.subs} />
    </div>
  );
}
