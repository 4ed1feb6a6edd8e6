import type { CallResponse } from '#platform/shared/calls/call-response.ts';
import { showAlert, showResponse } from '#platform/web/alerts/index.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { Field, InputField, Select, Textarea } from '#platform/web/ui/fields/field.tsx';
import { FieldPair } from '#platform/web/ui/fields/field-pair.tsx';
import { sendContactMessage } from '../contact-contract.ts';
import { contactFormSubjects, maxContactLengths } from '../contact-form.ts';
import styles from './contact-form.module.css';

const { path } = sendContactMessage;

/**
 * Shows each response as an alert, which disappears by itself, and next to the form, where it stays. Next to the form,
 * a sent message is confirmed in other words, so that nobody reads or hears the same sentence twice.
 */
function announce({ code, msg: content }: CallResponse): boolean {
  const isSent = code === 200;
  showAlert({ title: isSent ? 'Success' : 'Error', content }, isSent ? 'ok' : 'bad', path);
  if (isSent) showResponse(path, { code, msg: 'Thank you. We have your message.' });
  return isSent;
}

/**
 * Sends a message to the society. For a browser without JavaScript, `typed` holds the sent values and `answered` the
 * response.
 */
export function ContactForm({
  typed = {},
  answered,
}: {
  typed?: Readonly<Record<string, string>>;
  answered?: CallResponse | undefined;
}) {
  return (
    <div className={`roomy ${styles.form}`}>
      <CallForm
        call={sendContactMessage}
        submitLabel="Send message"
        pendingLabel="Sending…"
        what="your message"
        answered={answered}
        onAnswer={announce}
      >
        {(errors) => (
          <>
            <FieldPair>
              <InputField
                label="Your name"
                error={errors.name}
                name="name"
                autoComplete="name"
                defaultValue={typed.name}
                maxLength={maxContactLengths.name}
                required
              />
              <InputField
                label="Email or phone number"
                error={errors.contact}
                name="contact"
                defaultValue={typed.contact}
                maxLength={maxContactLengths.contact}
                required
              />
            </FieldPair>
            <Field label="What is it about?" error={errors.subject}>
              {(control) => (
                <Select {...control} name="subject" defaultValue={typed.subject ?? ''} required>
                  <option value="">Choose a subject</option>
                  {contactFormSubjects.map((subject) => (
                    <option key={subject}>{subject}</option>
                  ))}
                </Select>
              )}
            </Field>
            <Field label="Message" error={errors.message}>
              {(control) => (
                <Textarea
                  {...control}
                  name="message"
                  defaultValue={typed.message}
                  maxLength={maxContactLengths.message}
                  required
                />
              )}
            </Field>
            <Honeypot />
          </>
        )}
      </CallForm>
    </div>
  );
}

/** A hidden field that people can't see, hear or reach. Only spam programs fill it in. */
function Honeypot() {
  return (
    <div className="vh" aria-hidden="true">
      <label>
        Leave this empty
        <input name="website" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
