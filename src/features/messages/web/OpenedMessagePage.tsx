import { Archive, ArrowLeft, ArrowRight, CircleCheck, Mail, Phone, RotateCcw, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Answer } from '../../../platform/shared/answer.ts';
import { dateInWords, momentInWords } from '../../../platform/shared/dates.ts';
import type { Head } from '../../../platform/shared/head.ts';
import type { Page } from '../../../platform/shared/pages.ts';
import { sendCall } from '../../../platform/web/calls/sendCall.ts';
import { refreshPage } from '../../../platform/web/navigation/index.ts';
import { Alert } from '../../../platform/web/ui/Alert.tsx';
import { Badge } from '../../../platform/web/ui/Badge.tsx';
import { Button, ButtonLink } from '../../../platform/web/ui/Button.tsx';
import { ConfirmDialog } from '../../../platform/web/ui/ConfirmDialog.tsx';
import { Icon } from '../../../platform/web/ui/Icon.tsx';
import type { OpenedMessage } from '../contract.ts';
import { type Deed, deeds } from '../deeds.ts';
import { messagesPath } from '../table.ts';
import styles from './OpenedMessagePage.module.css';

type Message = OpenedMessage['message'];

export const head = (page: Page<'opened_message'>): Head => ({
  title: page.title,
  description: page.title,
  indexed: false,
});

const doTo = ({ kind, id }: Message, deed: Deed) => sendCall(`/members/api/messages/${kind}/${id}`, { deed });

/** Opening a message is reading it: once for each, and not again when it is marked as unread here. */
function useReading(message: Message) {
  const opened = useRef('');
  useEffect(() => {
    if (opened.current === message.id) return;
    opened.current = message.id;
    if (message.unread && message.box === 'inbox') {
      void doTo(message, 'read').then(({ code }) => (code === 200 ? refreshPage() : undefined));
    }
  }, [message]);
}

/** One message, and what to do with it. */
export default function OpenedMessagePage({ page }: { page: Page<'opened_message'> }) {
  const { message, answer, next } = page;
  useReading(message);
  return (
    <div className={styles.page}>
      <header className="page-head">
        <p className={`row no-print ${styles.ways}`}>
          <a href={messagesPath}>
            <Icon of={ArrowLeft} /> Messages
          </a>
          {next !== '' && (
            <a href={next}>
              Next unread <Icon of={ArrowRight} />
            </a>
          )}
        </p>
        <h1>{message.about}</h1>
      </header>
      <div>
        <p>
          <strong>{message.from}</strong>
          {message.contact !== '' && `, ${message.contact}`}
        </p>
        <p className="meta">
          {momentInWords(message.received)}
          {message.device !== '' && `, written with ${message.device}`}
        </p>
        <p className={styles.badges}>
          {message.unread && <Badge tone="accent">New</Badge>}
          {message.suspect && <Badge tone="warning">Likely a program</Badge>}
          {message.box === 'archived' && <Badge>In the archive</Badge>}
          {message.box === 'deleted' && (
            <Badge tone="warning">Deleted, until {dateInWords(message.restorable_until, 'day')}</Badge>
          )}
          {message.done && <Badge>Dealt with</Badge>}
          {!message.wants_reply && <Badge>No answer asked for</Badge>}
        </p>
      </div>
      <p className={styles.text}>{message.text}</p>
      <Acts message={message} answer={answer} />
    </div>
  );
}

function Acts({ message, answer }: { message: Message; answer: string }) {
  const [busy, setBusy] = useState<Deed | ''>('');
  const [asking, setAsking] = useState(false);
  const [said, setSaid] = useState<{ answer: Answer; undo: Deed | '' } | null>(null);

  async function act(deed: Deed, undoing = false) {
    setSaid(null);
    setBusy(deed);
    const came = await doTo(message, deed);
    setSaid({ answer: came, undo: came.code === 200 && !undoing ? deeds[deed].undo : '' });
    await refreshPage();
    setBusy('');
  }
  const button = (deed: Deed, words: string, icon?: typeof Archive) => (
    <Button look="line" pending={busy === deed} onClick={() => void act(deed)}>
      {icon && <Icon of={icon} />} {words}
    </Button>
  );

  const phone = answer.startsWith('tel:');
  const undo = said?.undo;
  return (
    <div className={styles.acts}>
      <div role="alert">{said && said.answer.code !== 200 && <Alert tone="bad" title={said.answer.msg} />}</div>
      <div role="status">
        {said?.answer.code === 200 && (
          <Alert tone="ok" title={said.answer.msg}>
            {undo && (
              <span>
                <Button look="line" small onClick={() => void act(undo, true)}>
                  Undo
                </Button>
              </span>
            )}
          </Alert>
        )}
      </div>
      <div className="row no-print">
        {answer !== '' && (
          <ButtonLink href={answer}>
            <Icon of={phone ? Phone : Mail} /> {phone ? 'Ring them' : 'Answer by mail'}
          </ButtonLink>
        )}
        {message.box === 'deleted' ? (
          button('restore', 'Restore', RotateCcw)
        ) : (
          <>
            {message.kind === 'feedback' && !message.done && button('done', 'Dealt with', CircleCheck)}
            {message.unread ? button('read', 'Mark as read') : button('unread', 'Mark as not read')}
            {message.box === 'archived'
              ? button('unarchive', 'Take out of the archive', RotateCcw)
              : button('archive', 'Archive', Archive)}
            <Button look="quiet" pending={busy === 'delete'} onClick={() => setAsking(true)}>
              <Icon of={Trash2} /> Delete
            </Button>
          </>
        )}
      </div>
      {asking && (
        <ConfirmDialog
          question={`Delete this message from ${message.from}?`}
          keep="Keep it"
          go="Delete message"
          onGo={() => void act('delete')}
          onClose={() => setAsking(false)}
        >
          You can restore it for 30 days. Then it is gone for good.
        </ConfirmDialog>
      )}
    </div>
  );
}
