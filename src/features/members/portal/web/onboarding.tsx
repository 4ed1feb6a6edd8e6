import { TestMail } from '#features/administration/mail-log/web/index.ts';
import type { Page } from '#platform/shared/pages.ts';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { useCall } from '#platform/web/calls/use-call.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { formatRemainingSteps } from '../admin-tools-text.ts';
import { dismissOnboarding } from '../contract.ts';
import styles from './onboarding.module.css';

/** The getting-started list of a new society, with the done steps ticked. */
export function OnboardingSteps({ steps }: { steps: Page<'admin_tools'>['first_hour'] }) {
  const { busy, slot, send } = useCall();
  return (
    <section className={styles.list} aria-labelledby="first-hour">
      <h2 id="first-hour">Getting started</h2>
      <p className="meta">{`${formatRemainingSteps(steps)}.`}</p>
      <ol>
        {steps.map(({ key, title, about, link, done, optional }) => (
          <li key={key} className={done ? styles.done : undefined}>
            <Icon of={done ? 'circle-check' : optional ? 'plus' : 'circle-alert'} />
            <div>
              <h3>
                {link === '' || done ? title : <a href={link}>{title}</a>}
                <span className="vh">{done ? ': done' : optional ? ': optional' : ': to do'}</span>
              </h3>
              {!done && <p>{about}</p>}
              {key === 'mail' && <TestMail done={done} />}
            </div>
          </li>
        ))}
      </ol>
      <div className={`row ${styles.dismiss}`}>
        <Button
          small
          look="line"
          pending={busy === dismissOnboarding.path}
          onClick={() => void send(dismissOnboarding)}
        >
          Dismiss this list
        </Button>
        <CallStatus slot={slot} />
      </div>
    </section>
  );
}
