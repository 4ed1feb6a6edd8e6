import { useState } from 'react';
import { withParams } from '#platform/shared/calls/calls.ts';
import { formatLocalDate } from '#platform/shared/dates/dates.ts';
import type { Page } from '#platform/shared/pages.ts';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { useCall } from '#platform/web/calls/use-call.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { EmptyState } from '#platform/web/ui/content/empty-state.tsx';
import { Checkbox } from '#platform/web/ui/fields/checkbox.tsx';
import { Field, FieldError, InputField } from '#platform/web/ui/fields/field.tsx';
import { FileInput } from '#platform/web/ui/fields/file-input.tsx';
import { FormSection } from '#platform/web/ui/fields/form-section.tsx';
import { RadioGroup } from '#platform/web/ui/fields/radio-group.tsx';
import { BackLink } from '#platform/web/ui/navigation/page-links.tsx';
import {
  deletePortrait,
  givePortraitConsent,
  restorePortrait,
  uploadPortrait,
  withdrawPortraitConsent,
} from '../contract.ts';
import styles from './portrait-page.module.css';

type Content = Page<'portrait'>;
type Portrait = NonNullable<Content['portrait']>;

/** A person's portrait: the picture, the consent to show it, and deleted portraits. */
export default function PortraitPage({ page }: { page: Content }) {
  const { person, portrait, deleted } = page;
  const call = useCall();
  return (
    <div key={person.id}>
      <header className="page-head">
        <p>
          {page.manages_people ? (
            <BackLink href={`/members/admin/people/${person.id}`}>{person.name}</BackLink>
          ) : (
            <BackLink href="/members/account_settings#portrait">Account settings</BackLink>
          )}
        </p>
        <h1>{page.title}</h1>
        {page.href !== '' && (
          <p>
            <a href={page.href}>{page.consent_form === 'own' ? 'View your page' : 'View their page'} on the site</a>
          </p>
        )}
      </header>
      <FormSection
        title="Portrait"
        about="One photograph of this person alone, for the casts of their shows and for their own page. If the file says where it was taken, that is removed."
      >
        <div className="stack">
          {portrait ? (
            <>
              <p className={styles.portrait}>
                <img
                  src={portrait.src}
                  alt={`Portrait of ${person.name}`}
                  width={portrait.width}
                  height={portrait.height}
                />
              </p>
              <div className="row">
                <Button
                  look="line"
                  pending={call.busy !== ''}
                  onClick={() => void call.send(withParams(deletePortrait, { id: person.id }))}
                >
                  Delete portrait
                </Button>
                <CallStatus slot={call.slot} />
              </div>
            </>
          ) : (
            <>
              <EmptyState title="No portrait yet">
                The portrait will appear here. Visitors won’t see it until somebody agrees to show it.
              </EmptyState>
              <CallStatus slot={call.slot} above />
            </>
          )}
          <UploadForm page={page} />
        </div>
      </FormSection>
      {portrait && (
        <FormSection
          title="Who can see the portrait"
          about="Visitors see a portrait only if somebody has agreed to show it."
        >
          {portrait.consent ? (
            <ShownPortraitSection page={page} consent={portrait.consent} />
          ) : (
            <HiddenPortraitSection page={page} portrait={portrait} key={portrait.id} />
          )}
        </FormSection>
      )}
      {deleted.length > 0 && (
        <FormSection title="Recently deleted" about="Deleted and replaced portraits, for 30 days.">
          {deleted.map((one) => (
            <div key={one.id} className={styles.kept}>
              <img src={one.src} alt="" width={64} height={64} />
              <p>Deleted on {formatLocalDate(one.deleted_at)}</p>
              <Button
                look="line"
                small
                pending={call.busy !== ''}
                onClick={() => void call.send(withParams(restorePortrait, { id: person.id }), { portrait: one.id })}
              >
                Restore
              </Button>
            </div>
          ))}
        </FormSection>
      )}
    </div>
  );
}

function UploadForm({ page: { person, portrait } }: { page: Content }) {
  return (
    <CallForm
      call={withParams(uploadPortrait, { id: person.id })}
      what="the photograph"
      submitLabel={portrait ? 'Replace portrait' : 'Upload portrait'}
      pendingLabel="Uploading…"
      {...(portrait && { look: 'line' })}
    >
      {(errors) => (
        <Field
          label={portrait ? 'Another photograph' : 'Photograph'}
          hint={
            portrait?.consent
              ? 'The new photograph replaces this portrait, and is hidden until somebody agrees to show it.'
              : 'Head and shoulders work best. The portrait stays hidden until somebody agrees to show it.'
          }
          error={errors.file}
        >
          {(control) => <FileInput {...control} name="file" accept="image/*,.heic,.heif" />}
        </Field>
      )}
    </CallForm>
  );
}

function ShownPortraitSection({
  page: { person },
  consent,
}: {
  page: Content;
  consent: NonNullable<Portrait['consent']>;
}) {
  const { busy, slot, send } = useCall();
  const { guardian, at, recorded_by, wording } = consent;
  return (
    <div className="stack">
      <p>
        <strong>Shown to visitors</strong>, in the casts of {person.name}’s shows and on their own page.
      </p>
      <p>
        {guardian === '' ? person.name : `${guardian}, as parent or guardian,`} agreed on {formatLocalDate(at)}: “
        {wording}”{recorded_by !== '' && recorded_by !== person.name && ` Recorded by ${recorded_by}.`}
      </p>
      <div className="row">
        <Button
          look="line"
          pending={busy !== ''}
          onClick={() => void send(withParams(withdrawPortraitConsent, { id: person.id }))}
        >
          Hide portrait from visitors
        </Button>
        <CallStatus slot={slot} />
      </div>
    </div>
  );
}

const consentInstructions = {
  own: '',
  recorded: 'Ask the person first, or a parent or guardian if they’re under 18. Then record the answer here.',
  guardian:
    'You pay for this person’s membership. As a parent or guardian, you can agree for them while they’re under 18.',
};

function HiddenPortraitSection({ page, portrait }: { page: Content; portrait: Portrait }) {
  const { person, consent_form, wording } = page;
  const [isAdult, setAdult] = useState(false);
  const { slot } = useCall();
  if (consent_form === 'no') {
    return (
      <p>
        <strong>Hidden from visitors.</strong> {person.name} has an account: only they can agree, under “Portrait” in
        their account settings.
      </p>
    );
  }
  const isOwn = consent_form === 'own';
  return (
    <div className="stack">
      <p>
        <strong>Hidden from visitors.</strong> {consentInstructions[consent_form]}
      </p>
      <CallStatus slot={slot} above />
      <CallForm
        call={withParams(givePortraitConsent, { id: person.id })}
        what="the consent"
        submitLabel="Show portrait to visitors"
        pendingLabel="Saving…"
      >
        {(errors) => (
          <div className="stack">
            <input type="hidden" name="portrait" value={portrait.id} />
            {consent_form === 'guardian' ? (
              <input type="hidden" name="is_adult" value="no" />
            ) : (
              <RadioGroup
                legend={isOwn ? 'Are you 18 or older?' : `Is ${person.name} 18 or older?`}
                name="is_adult"
                choices={[
                  ['no', 'No, or not sure'],
                  ['yes', 'Yes'],
                ]}
                value={isAdult ? 'yes' : 'no'}
                onChoose={(answer) => setAdult(answer === 'yes')}
              />
            )}
            {!isAdult && (
              <InputField
                label="Parent or guardian who agrees"
                hint="Their full name. Needed for anyone under 18."
                error={errors.guardian}
                name="guardian"
                maxLength={100}
                autoComplete="off"
              />
            )}
            <div>
              <Checkbox
                name="agreed"
                value="yes"
                aria-describedby={errors.agreed && 'agreed-error'}
                aria-invalid={errors.agreed ? true : undefined}
              >
                {isOwn && isAdult ? 'I agree' : isAdult ? `${person.name} agrees` : 'The parent or guardian agrees'}: “
                {wording}”
              </Checkbox>
              {errors.agreed && <FieldError id="agreed-error">{errors.agreed}</FieldError>}
            </div>
          </div>
        )}
      </CallForm>
    </div>
  );
}
