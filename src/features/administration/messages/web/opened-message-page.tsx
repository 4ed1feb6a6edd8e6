import { useEffect, useRef, useState } from 'react';
import { deliveryStatusLabels, mailLogPath } from '#features/administration/mail/logged-mail.ts';
import { withParams } from '#platform/shared/calls/calls.ts';
import { formatDate, formatDateTime } from '#platform/shared/dates/dates.ts';
import type { Page } from '#platform/shared/pages.ts';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { sendCall } from '#platform/web/calls/send-call.ts';
import { useCall } from '#platform/web/calls/use-call.ts';
import { FormDraftStorage } from '#platform/web/drafts/form-draft.tsx';
import { refreshPageAndSite, useSite } from '#platform/web/navigation/index.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Badge } from '#platform/web/ui/content/badge.tsx';
import { Field, Textarea } from '#platform/web/ui/fields/field.tsx';
import { Icon, type IconName } from '#platform/web/ui/icons/icon.tsx';
import { ConfirmDialog } from '#platform/web/ui/overlays/confirm-dialog.tsx';
import { type OpenedMessage, replyToMessage, updateMessage } from '../contract.ts';
import { getUndoAction, type MessageAction, messagesPath } from '../message.ts';
import styles from './opened-message-page.module.css';

type Message = OpenedMessage['message'];

const callOf = ({ kind, id }: Message) => withParams(updateMessage, { kind, id });

/** Marks a message in the inbox as read when it is opened. If it is then marked as unread here, it stays unread. */
function useMarkAsRead(message: Message) {
  const opened = useRef('');
  useEffect(() => {
    if (opened.current === message.id) return;
    opened.current = message.id;
    if (message.unread && message.box === 'inbox') {
      void sendCall(callOf(message), { deed: 'read' }).then(({ code }) =>
        code === 200 ? refreshPageAndSite() : undefined,
      );
    }
  }, [message]);
}

export default function OpenedMessagePage({ page }: { page: Page<'opened_message'> }) {
  const { message, answer, next } = page;
  useMarkAsRead(message);
  return (
    <div className={styles.page}>
      <header className="page-head">
        <p className={`row no-print ${styles.ways}`}>
          <a href={messagesPath}>
            <Icon of="arrow-left" /> Messages
          </a>
          {next !== '' && (
            <a href={next}>
              Next unread <Icon of="arrow-right" />
            </a>
          )}
        </p>
        <h1>{message.about}</h1>
      </header>
      <div>
        <p>
          <strong>{message.from}</strong>
          {message.contact !== '' && (
            <>
              , <Contact contact={message.contact} answer={answer} />
            </>
          )}
        </p>
        <p className="meta">
          {formatDateTime(message.received)}
          {message.device !== '' && `, sent from ${message.device}`}
        </p>
        <p className={styles.badges}>
          {message.unread && <Badge tone="accent">New</Badge>}
          {message.suspect && <Badge tone="warning">Probably spam</Badge>}
          {message.box === 'archived' && <Badge>Archived</Badge>}
          {message.box === 'deleted' && (
            <Badge tone="warning">Deleted. Can be restored until {formatDate(message.restorable_until, 'day')}</Badge>
          )}
          {message.done && <Badge>Dealt with</Badge>}
          <ReplyBadge message={message} />
          {!message.wants_reply && <Badge>No reply needed</Badge>}
        </p>
      </div>
      <p className={styles.text}>{message.text}</p>
      <ReplyForm page={page} />
      <MessageActions message={message} />
    </div>
  );
}

/** Returns false if it is known that the sender hasn't got the reply. */
const isDelivered = (status: Message['reply_delivery']): status is '' | 'sent' => status === '' || status === 'sent';

function ReplyBadge({ message }: { message: Message }) {
  if (message.answered === '') return null;
  if (isDelivered(message.reply_delivery)) return <Badge>Replied</Badge>;
  return <Badge tone="warning">Reply: {deliveryStatusLabels[message.reply_delivery].toLowerCase()}</Badge>;
}

/**
 * A form for a reply that the site sends by email; nothing if there is no email address, or no reply is wanted.
 * Everybody who looks after messages can see that there was a reply.
 */
function ReplyForm({ page: { message, mail, answer } }: { page: OpenedMessage }) {
  const { sends_mail } = useSite();
  if (mail === '') return null;
  const { kind, id, answered, answered_by, reply_delivery } = message;
  return (
    <section className={styles.answer} aria-labelledby="answer">
      <h2 id="answer">Reply</h2>
      {answered !== '' && (
        <p className="meta">
          {isDelivered(reply_delivery) ? (
            <>
              {answered_by} replied on {formatDateTime(answered)}.
            </>
          ) : (
            <>
              {answered_by} wrote a reply on {formatDateTime(answered)}. {deliveryStatusLabels[reply_delivery]}.
            </>
          )}{' '}
          <a href={`${mailLogPath}?q=${encodeURIComponent(mail)}`}>View it in the mail log</a>
        </p>
      )}
      <CallForm
        call={withParams(replyToMessage, { kind, id })}
        submitLabel="Send reply"
        pendingLabel="Sending…"
        what="your reply"
        stored
      >
        {({ text }) => (
          <>
            <FormDraftStorage what={`answer to ${kind} ${id}`} />
            <Field
              label={`Your reply to ${message.from}`}
              hint={
                sends_mail
                  ? `It will go to ${mail} with your name, and quote the message.`
                  : 'This site can’t send email: what you write here is only stored in the mail log.'
              }
              error={text}
            >
              {(control) => <Textarea {...control} name="text" rows={7} maxLength={20_000} required />}
            </Field>
          </>
        )}
      </CallForm>
      <p className="meta">
        Or <a href={answer}>reply from your own email program</a>, but then nobody here will see that you did.
      </p>
    </section>
  );
}

/** The sender's contact, as a link if one can be made, with a button to copy it. */
function Contact({ contact, answer }: { contact: string; answer: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(contact);
      setCopied(true);
    } catch {
      // If the browser refuses access to the clipboard, the contact can still be copied by hand
    }
  };
  return (
    <>
      {answer === '' ? contact : <a href={answer}>{contact}</a>}{' '}
      <Button look="quiet" small onClick={() => void copy()}>
        <Icon of={copied ? 'check' : 'copy'} /> {copied ? 'Copied' : 'Copy'}
        <span className="vh"> {contact}</span>
      </Button>
    </>
  );
}

function MessageActions({ message }: { message: Message }) {
  const { busy, slot, send } = useCall();
  const [isConfirming, setIsConfirming] = useState(false);
  const [undo, setUndo] = useState<MessageAction | ''>('');
  const [currentAction, setCurrentAction] = useState<MessageAction | ''>('');
  const run = (action: MessageAction, isUndo = false) => {
    setCurrentAction(action);
    void send(
      callOf(message),
      { deed: action },
      {
        onAnswer: ({ code }) => setUndo(code === 200 && !isUndo ? getUndoAction(action, message) : ''),
      },
    );
  };
  const button = (action: MessageAction, text: string, icon?: IconName) => (
    <Button look="line" pending={busy !== '' && currentAction === action} onClick={() => run(action)}>
      {icon && <Icon of={icon} />} {text}
    </Button>
  );

  return (
    <div className={styles.acts}>
      <div className="row no-print">
        {message.box === 'deleted' ? (
          button('restore', 'Restore', 'rotate-ccw')
        ) : (
          <>
            {message.kind === 'feedback' && !message.done && button('done', 'Mark as dealt with', 'circle-check')}
            {message.unread ? button('read', 'Mark as read') : button('unread', 'Mark as unread')}
            {message.box === 'archived'
              ? button('unarchive', 'Move back to Messages', 'rotate-ccw')
              : button('archive', 'Archive', 'archive')}
            <Button
              look="quiet"
              pending={busy !== '' && currentAction === 'delete'}
              onClick={() => setIsConfirming(true)}
            >
              <Icon of="trash" /> Delete
            </Button>
          </>
        )}
        <CallStatus slot={slot}>
          {undo && (
            <Button look="line" small onClick={() => run(undo, true)}>
              Undo
            </Button>
          )}
        </CallStatus>
      </div>
      {isConfirming && (
        <ConfirmDialog
          question={`Delete this message from ${message.from}?`}
          cancelLabel="Keep it"
          confirmLabel="Delete message"
          onConfirm={() => run('delete')}
          onClose={() => setIsConfirming(false)}
        >
          You can restore it for 30 days. After that it’s deleted for good.
        </ConfirmDialog>
      )}
    </div>
  );
}
