import { type RefObject, useRef, useState } from 'react';
import { SocialLinks } from '#features/layout/web/index.ts';
import { MediaPicker } from '#features/media/web/index.ts';
import type { Settings } from '#features/society/settings.ts';
import { currentIn } from '#platform/shared/conflict.ts';
import { useSaid } from '#platform/web/alerts/index.ts';
import { CallForm } from '#platform/web/calls/CallForm.tsx';
import { FormSaveBar } from '#platform/web/calls/FormSaveBar.tsx';
import { type Part, TheirVersion } from '#platform/web/conflict/TheirVersion.tsx';
import { useBegun } from '#platform/web/conflict/useBegun.ts';
import { refreshPage } from '#platform/web/navigation/index.ts';
import { Field, Input, Select, Textarea } from '#platform/web/ui/Field.tsx';
import { FormSection } from '#platform/web/ui/FormSection.tsx';
import { MarkdownBox } from '#platform/web/writing/MarkdownBox.tsx';
import { saveSettings } from '../contract.ts';
import { AccentHue } from './AccentHue.tsx';
import { Logo } from './Logo.tsx';
import { settingChoices, settingInWords, settingNames } from './setting-names.ts';

/** One form for the whole site: it is saved with one call. */
export function SiteSettings({ page }: { page: { settings: Settings; version: number } }) {
  const typed = useRef(() => false);
  const { settings, version } = page;
  const { begun, fills, settle } = useBegun({ settings, version }, () => typed.current());
  // Filled anew with what was saved, so that a second save starts from it
  const [discards, setDiscards] = useState(0);
  return (
    <SettingsForm
      key={`${fills} ${discards}`}
      {...begun}
      typed={typed}
      onSettled={settle}
      onDiscard={() => setDiscards(discards + 1)}
    />
  );
}

function SettingsForm({
  settings,
  version,
  typed,
  onSettled,
  onDiscard,
}: {
  settings: Settings;
  version: number;
  typed: RefObject<() => boolean>;
  onSettled: () => void;
  onDiscard: () => void;
}) {
  const [socials, setSocials] = useState(settings.socials);
  const [about, setAbout] = useState(settings.about);
  const [hero, setHero] = useState(settings.ticketsHeroPhoto);
  const theirs = currentIn(useSaid<typeof saveSettings>(saveSettings.path));
  return (
    <>
      <CallForm
        what="the settings"
        call={saveSettings}
        submit="Save settings"
        pending="Saving settings…"
        typed={typed}
        foot={(form) => (
          <FormSaveBar
            at={saveSettings.path}
            says="The settings have changes that aren’t saved."
            save="Save settings"
            saving="Saving settings…"
            onDiscard={onDiscard}
            {...form}
          />
        )}
        onAnswer={({ code }) => {
          if (code === 200) onSettled();
        }}
      >
        {(errors) => (
          <>
            <input type="hidden" name="version" value={theirs?.version ?? version} />
            <FormSection title="The society" about="Its name, mark and colour stand on every page.">
              <div className="stack">
                <Field label={settingNames.siteName} error={errors['site-name']}>
                  {(control) => (
                    <Input {...control} name="site-name" defaultValue={settings.siteName} maxLength={80} required />
                  )}
                </Field>
                <Logo logo={settings.logo} error={errors.logo} />
                <AccentHue hue={settings.accentHue} error={errors['accent-hue']} />
                <MarkdownBox
                  label={settingNames.about}
                  name="about"
                  value={about}
                  error={errors.about}
                  onChange={setAbout}
                />
              </div>
            </FormSection>

            <FormSection title="Tickets" about="The banner on every public page, and where it leads.">
              <div className="stack">
                <Field label={settingNames.ticketsActive} error={errors['tickets-active']}>
                  {(control) => (
                    <Select {...control} name="tickets-active" defaultValue={settings.ticketsActive}>
                      <Choices of="ticketsActive" />
                    </Select>
                  )}
                </Field>
                <Field
                  label={settingNames.ticketsLink}
                  hint="Where tickets are sold. Without one, the tickets page says that none are on sale yet."
                  error={errors['tickets-link']}
                >
                  {(control) => (
                    <Input {...control} name="tickets-link" type="url" defaultValue={settings.ticketsLink} />
                  )}
                </Field>
                <MediaPicker
                  kind="picture"
                  label={settingNames.ticketsHeroPhoto}
                  error={errors['tickets-hero-photo']}
                  name="tickets-hero-photo"
                  value={hero}
                  onChange={setHero}
                />
              </div>
            </FormSection>

            <FormSection title="Where to find us" about="Shown beside pages, and on the About page.">
              <div className="stack">
                <Field
                  label={settingNames.socials}
                  hint="With commas between them; each an address, or Label|address."
                  error={errors.socials}
                >
                  {(control) => (
                    <Textarea
                      {...control}
                      name="socials"
                      rows={3}
                      defaultValue={settings.socials}
                      onChange={(event) => setSocials(event.target.value)}
                    />
                  )}
                </Field>
                <SocialLinks socials={socials} />
                <Field
                  label={settingNames.mapsURL}
                  hint="The https address of a map to embed, from OpenStreetMap, Google Maps or Bing Maps."
                  error={errors['maps-url']}
                >
                  {(control) => <Input {...control} name="maps-url" type="url" defaultValue={settings.mapsURL} />}
                </Field>
                <Field
                  label={settingNames.timeZone}
                  hint="Decides what day it is for the society."
                  error={errors['time-zone']}
                >
                  {(control) => <Input {...control} name="time-zone" defaultValue={settings.timeZone} required />}
                </Field>
              </div>
            </FormSection>

            <FormSection title="Accounts" about="Who may have one, and what signing in takes.">
              <div className="stack">
                <Field
                  label={settingNames.registration}
                  hint="Whoever is invited needs nobody’s approval."
                  error={errors.registration}
                >
                  {(control) => (
                    <Select {...control} name="registration" defaultValue={settings.registration}>
                      <Choices of="registration" />
                    </Select>
                  )}
                </Field>
                <Field
                  label={settingNames.secondFactorRequired}
                  hint="Without one they can do nothing until they have set one up: you too."
                  error={errors['second-factor-required']}
                >
                  {(control) => (
                    <Select {...control} name="second-factor-required" defaultValue={settings.secondFactorRequired}>
                      <Choices of="secondFactorRequired" />
                    </Select>
                  )}
                </Field>
              </div>
            </FormSection>

            <FormSection title="Mail" about="Who is written to about what. Several addresses need commas between them.">
              <div className="stack">
                <MailField
                  label={settingNames.contactEmail}
                  name="contact-email"
                  value={settings.contactEmail}
                  errors={errors}
                />
                <MailField
                  label={settingNames.committeeMail}
                  name="committee-mail"
                  value={settings.committeeMail}
                  errors={errors}
                />
                <MailField
                  label={settingNames.boxOfficeMail}
                  name="box-office-mail"
                  value={settings.boxOfficeMail}
                  errors={errors}
                />
                <MailField
                  label={settingNames.webmasterMail}
                  name="webmaster-mail"
                  value={settings.webmasterMail}
                  errors={errors}
                />
                <Field
                  label={settingNames.helpWiki}
                  hint="Where members read how things are done here; empty for none."
                  error={errors['help-wiki']}
                >
                  {(control) => <Input {...control} name="help-wiki" type="url" defaultValue={settings.helpWiki} />}
                </Field>
                <Field
                  label={settingNames.securityContact}
                  hint="An email or https address, named in security.txt."
                  error={errors['security-contact']}
                >
                  {(control) => <Input {...control} name="security-contact" defaultValue={settings.securityContact} />}
                </Field>
              </div>
            </FormSection>

            <FormSection title="Privacy" about="What visitors are told, and how long what they write is kept.">
              <div className="stack">
                <Field
                  label={settingNames.privacy}
                  hint="Markdown; empty shows what is true of this software."
                  error={errors.privacy}
                >
                  {(control) => <Textarea {...control} name="privacy" rows={6} defaultValue={settings.privacy} />}
                </Field>
                <Field
                  label={settingNames.accessibility}
                  hint="Markdown; empty shows what is true of this software."
                  error={errors.accessibility}
                >
                  {(control) => (
                    <Textarea {...control} name="accessibility" rows={6} defaultValue={settings.accessibility} />
                  )}
                </Field>
                <Months
                  label={settingNames.keepMessagesMonths}
                  name="keep-messages-months"
                  value={settings.keepMessagesMonths}
                  errors={errors}
                />
                <Months
                  label={settingNames.keepMailMonths}
                  name="keep-mail-months"
                  value={settings.keepMailMonths}
                  errors={errors}
                />
              </div>
            </FormSection>
          </>
        )}
      </CallForm>
      {theirs && (
        <TheirVersion
          by={theirs.changed_by}
          parts={changedIn(theirs.settings, settings)}
          at={saveSettings.path}
          onTake={() => {
            onSettled();
            void refreshPage();
          }}
        />
      )}
    </>
  );
}

const Choices = ({ of }: { of: keyof typeof settingChoices }) =>
  settingChoices[of].map(([value, words]) => (
    <option key={value} value={value}>
      {words}
    </option>
  ));

/** What of the settings somebody else has saved otherwise. */
const changedIn = (theirs: Settings, before: Settings): Part[] =>
  (Object.keys(settingNames) as (keyof typeof settingNames)[])
    .filter((name) => theirs[name] !== before[name])
    .map((name) => {
      const text = settingInWords(name, theirs[name]);
      return { label: settingNames[name], text, ...(text.length > 200 ? { long: true } : {}) };
    });

interface Named {
  label: string;
  name: string;
  errors: Record<string, string>;
}

function MailField({ label, name, value, errors }: Named & { value: string }) {
  return (
    <Field label={label} error={errors[name]}>
      {(control) => <Input {...control} name={name} inputMode="email" autoComplete="off" defaultValue={value} />}
    </Field>
  );
}

function Months({ label, name, value, errors }: Named & { value: number }) {
  return (
    <Field label={`${label} for so many months`} hint="0 keeps them for ever." error={errors[name]}>
      {(control) => <Input {...control} name={name} type="number" min={0} max={120} defaultValue={value} required />}
    </Field>
  );
}
