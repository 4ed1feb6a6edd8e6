import type { ReactNode } from 'react';
import { Sidebar } from '#features/publishing/layout/web/index.ts';
import type { Head } from '#platform/shared/head.ts';
import type { Page } from '#platform/shared/pages.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { ButtonLink } from '#platform/web/ui/actions/button.tsx';
import { Field, InputField, Select, Textarea } from '#platform/web/ui/fields/field.tsx';
import { NameAndEmailFields } from '#platform/web/ui/fields/name-and-email.tsx';
import { sendCorrection } from '../contract.ts';
import { getCorrectionKindLabels, maxCorrectionLengths } from '../correction-kinds.ts';
import styles from './correction-form-page.module.css';

type Content = Page<'correction_form'>;

/**
 * The form for corrections to a show or a person. CSS hides the fields that the chosen kind of mistake doesn't need.
 */
export default function CorrectionFormPage({ page }: { page: Content }) {
  const { title, sent, subject, link } = page;
  return (
    <div className="stack">
      <h1>{title}</h1>
      {sent ? (
        <>
          <p>Someone will check what you’ve sent, and correct the archive if you’re right.</p>
          <p>
            <ButtonLink look="line" href={link}>
              Go to past shows
            </ButtonLink>
          </p>
        </>
      ) : (
        <>
          <p>
            Tell us what is wrong with <a href={link}>{subject}</a>, and what is right.
          </p>
          <CorrectionForm page={page} />
        </>
      )}
    </div>
  );
}

function CorrectionForm({ page: { about, of, now, credits, typed, answer } }: { page: Content }) {
  return (
    <div className={`roomy ${styles.form}`}>
      <CallForm call={sendCorrection} submitLabel="Send correction" pendingLabel="Sending…" answered={answer}>
        {(errors) => (
          <>
            <input type="hidden" name="about" value={about} />
            <input type="hidden" name="of" value={of} />
            <Field label="What’s wrong?" error={errors.what}>
              {(control) => (
                <Select {...control} name="what" defaultValue={typed.what ?? ''} required>
                  <option value="">Choose one</option>
                  {Object.entries(getCorrectionKindLabels(about)).map(([what, text]) => (
                    <option key={what} value={what}>
                      {text}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
            {Object.entries(now).map(([what, says]) => (
              <p key={what} className={styles.when} data-for={what}>
                It currently says: {says ? <strong>{says}</strong> : 'nothing'}
              </p>
            ))}
            {about === 'show' && (
              <FieldsFor what="credit not_in_it">
                <Field label="Whose credit?" error={errors.credit}>
                  {(control) => (
                    <Select {...control} name="credit" defaultValue={typed.credit ?? ''}>
                      <option value="">Choose one</option>
                      {credits.map(({ id, words: text }) => (
                        <option key={id} value={id}>
                          {text}
                        </option>
                      ))}
                    </Select>
                  )}
                </Field>
              </FieldsFor>
            )}
            <div className={styles.right}>
              <Field label={<RightLabel />} error={errors.right}>
                {(control) => (
                  <Textarea
                    {...control}
                    name="right"
                    rows={2}
                    defaultValue={typed.right}
                    maxLength={maxCorrectionLengths.right}
                  />
                )}
              </Field>
            </div>
            {about === 'show' && (
              <>
                <FieldsFor what="credit missing">
                  <InputField
                    label="Part played or job done"
                    error={errors.role}
                    name="role"
                    defaultValue={typed.role}
                    maxLength={maxCorrectionLengths.role}
                  />
                </FieldsFor>
                <FieldsFor what="missing">
                  <Field label="Cast or crew?" error={errors.cast_or_crew}>
                    {(control) => (
                      <Select {...control} name="cast_or_crew" defaultValue={typed.cast_or_crew ?? 'cast'}>
                        <option value="cast">On stage</option>
                        <option value="crew">Behind the scenes</option>
                      </Select>
                    )}
                  </Field>
                </FieldsFor>
              </>
            )}
            <Field label="How do you know? (optional)" error={errors.note}>
              {(control) => (
                <Textarea
                  {...control}
                  name="note"
                  rows={2}
                  defaultValue={typed.note}
                  maxLength={maxCorrectionLengths.note}
                />
              )}
            </Field>
            <NameAndEmailFields
              labels={{ name: 'Your name (optional)', email: 'Your email (optional, in case we have a question)' }}
              typed={typed}
              errors={errors}
              maxLengths={maxCorrectionLengths}
            />
            <HoneypotField />
          </>
        )}
      </CallForm>
    </div>
  );
}

/**
 * The labels of the field for the correct value. CSS shows the label for the chosen kind of mistake and, for dates, an
 * example.
 */
const RightLabel = () => (
  <>
    <span className={styles.value}>What should it say?</span>
    <span className={styles.when} data-for="missing">
      Who is missing?
    </span>
    <span className={styles.when} data-for="credit">
      Correct name
    </span>
    <span className={`${styles.when} ${styles.hint}`} data-for="first_date date">
      For example 12 April 1987, April 1987 or 1987
    </span>
  </>
);

/** Fields that are only needed for some kinds of mistakes. `what` lists these kinds, separated by spaces. */
const FieldsFor = ({ what, children }: { what: string; children: ReactNode }) => (
  <div className={styles.when} data-for={what}>
    {children}
  </div>
);

/** A hidden field that people can't see, hear or reach by keyboard. Only programs fill it in. */
const HoneypotField = () => (
  <div className="vh" aria-hidden="true">
    <label>
      Leave this empty
      <input name="website" tabIndex={-1} autoComplete="off" />
    </label>
  </div>
);

export const getSidebar = () => Sidebar;

export const head = ({ title, subject }: Content): Head => ({
  title: subject ? `${title} ${subject}` : title,
  description: 'Tell us about a mistake in our archive.',
  indexed: false,
});
