import type { Head } from '#platform/shared/head.ts';
import type { Page } from '#platform/shared/pages.ts';
import { ButtonLink } from '#platform/web/ui/actions/button.tsx';
import styles from '#platform/web/ui/styles/narrow.module.css';

export const head = ({ title, text }: Page<'account_notice'>): Head => ({ title, description: text, indexed: false });

export default function AccountNoticePage({ page }: { page: Page<'account_notice'> }) {
  return (
    <div className="wrap section">
      <div className={`stack ${styles.narrow}`}>
        <h1>{page.title}</h1>
        <p>{page.text}</p>
        <p>
          <ButtonLink look="line" href={page.href}>
            {page.label}
          </ButtonLink>
        </p>
      </div>
    </div>
  );
}
