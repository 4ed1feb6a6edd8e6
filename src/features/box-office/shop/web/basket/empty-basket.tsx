import { useEffect } from 'react';
import { deleteDraft } from '#platform/web/drafts/stored-draft.ts';
import { useSite } from '#platform/web/navigation/index.ts';
import { ButtonLink } from '#platform/web/ui/actions/button.tsx';
import { shopPath } from '../../paths.ts';
import { HoldPromise } from '../parts/checkout.tsx';
import { NextShowCard } from '../parts/next-show-card.tsx';
import { buyerDraftKey } from './checkout-form.tsx';
import styles from './empty-basket.module.css';

/** Shown if the basket is empty. Deletes the stored draft of the buyer's details. */
export function EmptyBasket({
  title,
  released,
  refused,
}: {
  title: string;
  /** True if the box office has released the tickets. */
  released: boolean;
  refused: string | undefined;
}) {
  const { next_show, current_user } = useSite();
  useEffect(() => deleteDraft(current_user.id, buyerDraftKey, 'window'), [current_user.id]);
  return (
    <div className={styles.empty}>
      <div className="stack">
        <h1>{title}</h1>
        {refused && <p role="alert">{refused}</p>}
        {released ? (
          <>
            <p className={styles.lead}>The box office has released your tickets.</p>
            <p>
              Few places were left, and yours weren’t paid for. You haven’t been charged. You can choose again where
              places are left. <HoldPromise />
            </p>
          </>
        ) : (
          <>
            <p className={styles.lead}>Your basket is empty.</p>
            <p>
              Choose a performance and your tickets. <HoldPromise />
            </p>
          </>
        )}
        <p>
          <ButtonLink look="accent" href={shopPath}>
            Choose tickets
          </ButtonLink>
        </p>
      </div>
      <NextShowCard show={next_show} />
    </div>
  );
}
