import { ButtonLink } from '#platform/web/ui/actions/button.tsx';
import type { PortraitSummary } from '../contract.ts';
import styles from './portrait-page.module.css';

/** A row of the account settings: a person's small portrait, its state, and the link to its page. */
export function PortraitRow({ of: { id, name, src, is_shown } }: { of: PortraitSummary }) {
  return (
    <div className={styles.kept}>
      {src !== '' && <img src={src} alt="" width={64} height={64} loading="lazy" />}
      <p>
        <strong>{name}</strong>
        <span>{src === '' ? 'No portrait yet' : is_shown ? 'Shown to visitors' : 'Hidden from visitors'}</span>
      </p>
      <ButtonLink look="line" small href={`/members/portrait/${id}`}>
        {src === '' ? 'Add a portrait' : 'Change portrait'}
        <span className="vh"> of {name}</span>
      </ButtonLink>
    </div>
  );
}
