import { TestMail } from '#features/mail-log/web/index.ts';
import type { Page } from '#platform/shared/pages.ts';
import { Said } from '#platform/web/alerts/index.ts';
import { useCall } from '#platform/web/calls/useCall.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { Icon } from '#platform/web/ui/Icon.tsx';
import { putAwayFirstHour } from '../contract.ts';
import styles from './FirstHour.module.css';

/** What a new society does first; what is done stays on the list until all of it is. */
export function FirstHour({ steps }: { steps: Page<'admin_tools'>['first_hour'] }) {
  const { busy, at, make } = useCall();
  const left = steps.filter(({ done }) => !done).length;
  return (
    <section className={styles.list} aria-labelledby="first-hour">
      <h2 id="first-hour">The first hour</h2>
      <p className="meta">{left === 1 ? 'One thing is left.' : `${left} of ${steps.length} things are left.`}</p>
      <Said at={at} />
      <ol>
        {steps.map(({ key, title, about, link, done }) => (
          <li key={key} className={done ? styles.done : undefined}>
            <Icon of={done ? 'circle-check' : 'circle-alert'} />
            <div>
              <h3>
                {link === '' || done ? title : <a href={link}>{title}</a>}
                <span className="vh">{done ? ': done' : ': to do'}</span>
              </h3>
              {!done && <p>{about}</p>}
              {key === 'mail' && !done && <TestMail />}
            </div>
          </li>
        ))}
      </ol>
      <Button small look="line" pending={busy === putAwayFirstHour.path} onClick={() => void make(putAwayFirstHour)}>
        Put this list away
      </Button>
    </section>
  );
}
