import { useLayoutEffect, useRef, useState } from 'react';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { useCall } from '#platform/web/calls/use-call.ts';
import { Button, ButtonLink } from '#platform/web/ui/actions/button.tsx';
import { ButtonLabel } from '#platform/web/ui/actions/button-label.tsx';
import { CopyLinkField } from '#platform/web/ui/fields/copy-link-field.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { type CalendarFeedStatus, createCalendarFeed, type NewCalendarUrl, revokeCalendarFeed } from '../contract.ts';
import styles from './calendar-settings.module.css';

/** The settings of a member's own calendar, in which its secret URL is created, replaced and removed. */
export function CalendarSettings({ feed }: { feed: CalendarFeedStatus }) {
  const [made, setMade] = useState<NewCalendarUrl | null>(null);
  const [asking, setAsking] = useState<'renew' | 'off' | null>(null);
  const { busy: underWay, slot: at, send: make } = useCall();
  const busy = underWay !== '';
  const show = (created: NewCalendarUrl | null) => {
    setAsking(null);
    setMade(created);
  };
  const renew = () =>
    make(createCalendarFeed, undefined, { onAnswer: (answer) => answer.code === 200 && show(answer) });
  const revoke = () => make(revokeCalendarFeed, undefined, { onAnswer: ({ code }) => code === 200 && show(null) });

  return (
    <div className="stack">
      <p>
        See your own shows (upcoming and from the last two years), and everything else the society has coming up, in the
        calendar on your phone or computer. It updates automatically.
      </p>
      {made && <NewCalendarLink made={made} />}
      {feed.on && !asking && (
        <p>
          You created your calendar link on {feed.since}. Anyone who has the link can read your calendar. We don’t store
          the link, so we can’t show it again, but you can replace it.
        </p>
      )}
      <div className="row">
        {!feed.on && (
          <Button pending={busy} onClick={renew}>
            <ButtonLabel label="Create calendar link" busyLabel="Creating…" busy={busy} />
          </Button>
        )}
        {feed.on && !asking && (
          <>
            <Button look="line" onClick={() => setAsking('renew')}>
              Replace link
            </Button>
            <Button look="line" onClick={() => setAsking('off')}>
              Remove link
            </Button>
          </>
        )}
        <CallStatus slot={at} />
      </div>
      {feed.on && asking && (
        <ConfirmChange
          busy={busy}
          renew={asking === 'renew'}
          onKeep={() => setAsking(null)}
          onYes={asking === 'renew' ? renew : revoke}
        />
      )}
    </div>
  );
}

function ConfirmChange({
  renew,
  busy,
  onKeep,
  onYes,
}: {
  renew: boolean;
  busy: boolean;
  onKeep: () => void;
  onYes: () => void;
}) {
  const safe = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => safe.current?.focus(), []);
  return (
    <fieldset
      className={styles.sure}
      aria-labelledby="calendar-sure"
      onKeyDown={(event) => event.key === 'Escape' && onKeep()}
    >
      <h3 id="calendar-sure">{renew ? 'Replace your calendar link?' : 'Remove your calendar link?'}</h3>
      <p>Your current link stops working at once. Phones and computers that use it will get no more updates.</p>
      <div className="row">
        <Button look="line" ref={safe} onClick={onKeep}>
          Keep link
        </Button>
        <Button pending={busy} onClick={onYes}>
          <ButtonLabel label={renew ? 'Replace link' : 'Remove link'} busyLabel="One moment…" busy={busy} />
        </Button>
      </div>
    </fieldset>
  );
}

function NewCalendarLink({ made: { url, webcal } }: { made: NewCalendarUrl }) {
  return (
    <div className={`stack ${styles.address}`}>
      <CopyLinkField
        label="Your calendar link"
        hint="Keep the link to yourself: anyone who has it can read your calendar."
        url={url}
      >
        <ButtonLink look="line" href={webcal}>
          <Icon of="calendar-plus" /> Add to this device
        </ButtonLink>
      </CopyLinkField>
      <details className={styles.how}>
        <summary>How to add the link to your calendar</summary>
        <dl>
          <dt>iPhone or iPad</dt>
          <dd>
            Press “Add to this device” in Safari, then Subscribe. Or copy the link, open Calendar, press Calendars at
            the bottom, then Add Calendar and Add Subscription Calendar, and paste it.
          </dd>
          <dt>Android, with Google Calendar</dt>
          <dd>
            You need a computer for this: open calendar.google.com, press + next to Other calendars, choose From URL and
            paste the link. It appears on your phone soon afterwards. Google checks for changes about once a day.
          </dd>
          <dt>Outlook and others</dt>
          <dd>Choose Add calendar, then Subscribe from web (or From URL), and paste the link.</dd>
        </dl>
      </details>
    </div>
  );
}
