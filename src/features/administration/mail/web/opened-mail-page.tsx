import { type ReactNode, useState } from 'react';
import { withParams } from '#platform/shared/calls/calls.ts';
import { formatDateTime } from '#platform/shared/dates/dates.ts';
import type { Page } from '#platform/shared/pages.ts';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { useCall } from '#platform/web/calls/use-call.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { BackLink } from '#platform/web/ui/navigation/page-links.tsx';
import { ConfirmDialog } from '#platform/web/ui/overlays/confirm-dialog.tsx';
import { dismissMail, type LoggedMailContent, resendMail, retryMail } from '../contract.ts';
import { mailLogPath, redactionPlaceholder } from '../logged-mail.ts';
import { DeliveryBadge } from './mail-parts.tsx';
import styles from './opened-mail-page.module.css';

export default function OpenedMailPage({ page }: { page: Page<'opened_mail'> }) {
  const { mail, reply_to, file, text, something_hidden } = page;
  return (
    <div className={styles.page}>
      <header className="page-head">
        <p className="no-print">
          <BackLink href={mailLogPath}>Mail log</BackLink>
        </p>
        <h1>{page.title}</h1>
      </header>
      <dl className={styles.facts}>
        <Fact name="To">{mail.to}</Fact>
        {reply_to !== '' && <Fact name="Replies go to">{reply_to}</Fact>}
        <Fact name="Status">
          <DeliveryBadge status={mail.standing} />
        </Fact>
        <Fact name="Written">{formatDateTime(mail.queued)}</Fact>
        {mail.sent !== '' && <Fact name="Sent">{formatDateTime(mail.sent)}</Fact>}
        {file !== '' && <Fact name="Saved as">{file}, in the folder “mail” of the site’s data</Fact>}
        {mail.attempts > 0 && mail.sent === '' && mail.standing !== 'kept' && (
          <Fact name="Tried">{formatTimes(mail.attempts)}</Fact>
        )}
        {mail.next !== '' && mail.attempts > 0 && <Fact name="Next attempt">{formatDateTime(mail.next)}</Fact>}
        {mail.problem !== '' && (
          <Fact name="What went wrong">
            {mail.problem} <span className="meta">({mail.codes})</span>
          </Fact>
        )}
      </dl>
      <MailActions page={page} />
      <section aria-labelledby="text">
        <h2 id="text">Message</h2>
        {something_hidden && (
          <p className="meta">
            Where it says {redactionPlaceholder} there’s a link that gives access. Only {mail.to} may see it.
          </p>
        )}
        <pre className={styles.text}>{text}</pre>
      </section>
    </div>
  );
}

const formatTimes = (attempts: number) => (attempts === 1 ? 'once' : attempts === 2 ? 'twice' : `${attempts} times`);

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const callByAction = { again: resendMail, retry: retryMail, let_go: dismissMail };
type MailAction = keyof typeof callByAction;

function MailActions({ page: { mail, why_not_again } }: { page: LoggedMailContent }) {
  const { busy, slot, send } = useCall();
  const [isConfirming, setIsConfirming] = useState(false);
  const callOf = (action: MailAction) => withParams(callByAction[action], { id: mail.id });
  const act = (action: MailAction) => void send(callOf(action));

  const isFinished = mail.next === '';
  return (
    <div className={styles.acts}>
      {isFinished && why_not_again !== '' && <p>{why_not_again}</p>}
      <div className="row">
        {isFinished && why_not_again === '' && (
          <Button
            pending={busy === callOf('again').path}
            onClick={() => (mail.standing === 'sent' ? setIsConfirming(true) : act('again'))}
          >
            <Icon of="send" /> Send again
          </Button>
        )}
        {!isFinished && mail.attempts > 0 && (
          <Button pending={busy === callOf('retry').path} onClick={() => act('retry')}>
            <Icon of="rotate-ccw" /> Try now
          </Button>
        )}
        {mail.standing === 'failed' && (
          <Button look="line" pending={busy === callOf('let_go').path} onClick={() => act('let_go')}>
            Dismiss
          </Button>
        )}
        <CallStatus slot={slot} />
      </div>
      {isConfirming && (
        <ConfirmDialog
          question={`Send this email to ${mail.to} again?`}
          cancelLabel="Don’t send"
          confirmLabel="Send again"
          isHarmless
          onConfirm={() => act('again')}
          onClose={() => setIsConfirming(false)}
        >
          This email has already been sent, so the recipient may get it twice.
        </ConfirmDialog>
      )}
    </div>
  );
}
