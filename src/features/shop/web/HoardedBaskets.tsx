import { withParams } from '#platform/shared/calls.ts';
import { momentInWords } from '#platform/shared/dates.ts';
import { CallAnswer } from '#platform/web/alerts/index.ts';
import { useCall } from '#platform/web/calls/useCall.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { type HoardedPlaces, releaseHoarded } from '../contract.ts';

/** Performances of which somebody seems to hold the last places, for staff who manage bookings; nothing without any. */
export function HoardedBaskets({ hoarded }: { hoarded: readonly HoardedPlaces[] }) {
  const { busy, at, make } = useCall('unpaid baskets');
  if (hoarded.length === 0) return <CallAnswer at={at} />;
  return (
    <section className="stack" aria-labelledby="hoarded">
      <h2 id="hoarded">Last places in unpaid baskets</h2>
      <p>
        Most of the places left are held by people who have let other baskets run out unpaid within the last hour.
        Somebody may be holding them on purpose. Releasing them lets others buy, and you sell by telephone.
      </p>
      <CallAnswer at={at} />
      <ul className="ruled">
        {hoarded.map(({ performance_id: id, date, left, held, baskets }) => (
          <li key={id} className="spread">
            <p>
              <strong>{momentInWords(date)}</strong>: {held} of the last {left} places, in{' '}
              {baskets === 1 ? 'one basket' : `${baskets} baskets`}
            </p>
            <Button
              small
              pending={busy !== ''}
              onClick={() => void make(withParams(releaseHoarded, { id }), undefined)}
            >
              Release {held === 1 ? 'one place' : `${held} places`}
              <span className="vh"> for {momentInWords(date)}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
