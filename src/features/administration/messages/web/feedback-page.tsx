import type { Head } from '#platform/shared/head.ts';
import type { Page } from '#platform/shared/pages.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { FormDraftStorage } from '#platform/web/drafts/form-draft.tsx';
import { ButtonLink } from '#platform/web/ui/actions/button.tsx';
import { Alert } from '#platform/web/ui/content/alert.tsx';
import { Badge } from '#platform/web/ui/content/badge.tsx';
import { Checkbox } from '#platform/web/ui/fields/checkbox.tsx';
import { Field, Select, Textarea } from '#platform/web/ui/fields/field.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { type FeedbackContent, sendFeedback } from '../contract.ts';
import { feedbackStateLabels, feedbackTopicLabels, maxFeedbackLength } from '../message.ts';
import styles from './feedback-page.module.css';

export const head = (page: Page<'feedback_form'>): Head => ({
  title: page.title,
  description: 'Get help with the members’ area, or write to the people who look after it.',
  indexed: false,
});

/** Help & Feedback: a link to help, the feedback form, and the state of what the member has sent. */
export default function FeedbackPage({ page }: { page: Page<'feedback_form'> }) {
  return (
    <>
      <header className="page-head">
        <h1>{page.title}</h1>
        <p>Tell the people who look after the site what’s wrong, what you can’t find or what could be better.</p>
      </header>
      <div className={styles.page}>
        {page.just_sent && (
          <Alert tone="ok" title="Thank you. Your message has gone to the people who look after the site." />
        )}
        {page.help_wiki !== '' && (
          <p>
            <ButtonLink look="line" href={page.help_wiki} target="_blank" rel="noopener noreferrer">
              <Icon of="book-open" /> Read the help wiki
              <span className="vh"> (opens in a new tab)</span>
            </ButtonLink>
          </p>
        )}
        <FeedbackFormSection page={page} />
        <SentFeedback sent={page.sent} />
      </div>
    </>
  );
}

function FeedbackFormSection({ page: { typed, answer, email } }: { page: FeedbackContent }) {
  return (
    <section className={styles.form} aria-labelledby="write">
      <h2 id="write">Write to us</h2>
      <CallForm call={sendFeedback} submitLabel="Send feedback" pendingLabel="Sending…" answered={answer} stored>
        {(errors) => (
          <>
            <FormDraftStorage what="feedback" />
            <Field label="What is it about?" error={errors.about}>
              {(control) => (
                <Select {...control} name="about" defaultValue={typed.about ?? ''} required>
                  <option value="">Choose a topic</option>
                  {Object.entries(feedbackTopicLabels).map(([about, label]) => (
                    <option key={about} value={about}>
                      {label}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
            <Field
              label="Your message"
              hint="If something went wrong: what did you do, and what happened?"
              error={errors.message}
            >
              {(control) => (
                <Textarea
                  {...control}
                  name="message"
                  rows={8}
                  defaultValue={typed.message}
                  maxLength={maxFeedbackLength}
                  required
                />
              )}
            </Field>
            <Checkbox name="wants_reply" defaultChecked={typed.wants_reply === 'on'}>
              I’d like a reply{email !== '' && <span className="meta"> to {email}</span>}
            </Checkbox>
            <p className="meta">
              Your name, your email address and the name of your browser are sent with your message.
            </p>
          </>
        )}
      </CallForm>
    </section>
  );
}

function SentFeedback({ sent }: { sent: FeedbackContent['sent'] }) {
  return (
    <section aria-labelledby="sent">
      <h2 id="sent">What you’ve sent</h2>
      {sent.length === 0 ? (
        <p className="muted">Nothing yet. Messages you send will appear here, with their progress.</p>
      ) : (
        <ul className={styles.sent}>
          {sent.map(({ id, about, message, wants_reply, state, when }) => (
            <li key={id}>
              <p className="row">
                <strong>{feedbackTopicLabels[about]}</strong>
                <Badge tone={state === 'new' ? 'plain' : 'accent'}>{feedbackStateLabels[state]}</Badge>
              </p>
              <p className="meta">
                {when}
                {wants_reply && ', reply requested'}
              </p>
              <p className={styles.message}>{message}</p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
