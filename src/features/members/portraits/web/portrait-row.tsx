import { ButtonLink } from '#platform/web/ui/actions/button.tsx';
import type { KeptPortrait } from '../contract.ts';
import styles from './portrait-page.module.css';

/** A row of the account settings: a small portrait, its state, and the link to its page. */
export function PortraitLink({ of: { id, name, src, is_shown } }: { of: KeptPortrait }) {
  return (
    <div className={styles.kept}>
      {src !== '' && <img src={src} alt="" width={64} height={64} loading="lazy" />}
      <p>
        <strong>{name}</strong>
        <span>{src === '' ? 'No portrait yet' : is_shown ? 'Visitors can see it' : 'Hidden from visitors'}</span>
      </p>
      <ButtonLink look="line" small href={`/members/portrait/${id}`}>
        {src === '' ? 'Add a portrait' : 'Change portrait'}
        <span className="vh"> of {name}</span>
      </ButtonLink>
    </div>
  );
}
