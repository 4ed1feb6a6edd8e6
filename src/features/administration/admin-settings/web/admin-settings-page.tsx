import { type RefObject, useEffect, useRef, useState } from 'react';
import { SubscriptionPlansSection } from '#features/money/subscriptions/web/index.ts';
import { SocialLinks } from '#features/publishing/layout/web/index.ts';
import { MediaPicker } from '#features/publishing/media/web/index.ts';
import { MarkdownField } from '#features/publishing/writing/web/index.ts';
import type { Settings } from '#features/society/settings/settings.ts';
import { parseSocials } from '#features/society/settings/socials.ts';
import { findConflictingVersion } from '#platform/shared/calls/conflict.ts';
import type { Head } from '#platform/shared/head.ts';
import type { Page } from '#platform/shared/pages.ts';
import { useCallResponse } from '#platform/web/alerts/index.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { SaveBar } from '#platform/web/calls/save-bar.tsx';
import { TheirVersion, type TheirVersionPart } from '#platform/web/conflict/their-version.tsx';
import { useVersionedForm } from '#platform/web/conflict/versioned-form.tsx';
import { refreshPage } from '#platform/web/navigation/index.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { FieldPair } from '#platform/web/ui/fields/field-pair.tsx';
import { FormSection } from '#platform/web/ui/fields/form-section.tsx';
import { JumpLinks } from '#platform/web/ui/navigation/jump-links.tsx';
import { saveSettings } from '../contract.ts';
import styles from './admin-settings-page.module.css';
import {
  AccentHueField,
  EmailSettingField,
  formatSettingValue,
  LogoField,
  MonthsSettingField,
  SelectSettingField,
  SocialLinkRows,
  settingLabels,
  TextSettingField,
} from './settings-fields.tsx';

export const head = (): Head => ({
  title: 'Admin Settings',
  description: 'Settings for the whole site.',
  indexed: false,
});

const sections = [
  { id: 'society', name: 'The society' },
  { id: 'tickets', name: 'Tickets' },
  { id: 'find-us', name: 'Where to find us' },
  { id: 'gift-aid', name: 'Gift Aid' },
  { id: 'accounts', name: 'Accounts' },
  { id: 'mail', name: 'Email' },
  { id: 'privacy', name: 'Privacy' },
  { id: 'plans', name: 'Subscription plans' },
] as const;

export default function AdminSettingsPage({ page }: { page: Page<'admin_settings'> }) {
  return (
    <div>
      <header className="page-head">
        <h1>{page.title}</h1>
      </header>
      <JumpLinks to={sections} />
      <SiteSettingsForm page={page} />
      <SubscriptionPlansSection plans={page.subs} giftAid={page.settings.giftAid === '1'} />
    </div>
  );
}

/** The form with the site's settings, which are saved together. */
function SiteSettingsForm({ page }: { page: { settings: Settings; version: number; may_secure: boolean } }) {
  const hasTyped = useRef(() => false);
  const { settings, version } = page;
  const { baseline, resetKey, markSaved, acceptTheirs } = useVersionedForm({ settings, version }, () =>
    hasTyped.current(),
  );
  const [discardCount, setDiscardCount] = useState(0);
  // The key changes when the values are saved or discarded, so that the form starts again from the saved values
  return (
    <SettingsForm
      key={`${resetKey} ${discardCount}`}
      {...baseline}
      maySecure={page.may_secure}
      hasTyped={hasTyped}
      onSaved={markSaved}
      onAccept={acceptTheirs}
      onDiscard={() => setDiscardCount(discardCount + 1)}
    />
  );
}

function SettingsForm({
  settings,
  version,
  maySecure,
  hasTyped,
  onSaved,
  onAccept,
  onDiscard,
}: {
  settings: Settings;
  version: number;
  maySecure: boolean;
  hasTyped: RefObject<() => boolean>;
  /** Receives the new version after a save. */
  onSaved: (version: number) => void;
  /** Called when the user accepts the version that somebody else has saved. */
  onAccept: () => void;
  onDiscard: () => void;
}) {
  const [changed, setChanged] = useState(false);
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = container;
    // The check waits until React has rendered the change
    const check = () => setTimeout(() => setChanged(hasTyped.current()));
    for (const kind of ['input', 'click']) current?.addEventListener(kind, check);
    return () => {
      for (const kind of ['input', 'click']) current?.removeEventListener(kind, check);
    };
  }, [hasTyped]);
  const [logo, setLogo] = useState(settings.logo);
  const [socials, setSocials] = useState(settings.socials);
  const [texts, setTexts] = useState(() => ({
    about: settings.about,
    privacy: settings.privacy,
    accessibility: settings.accessibility,
  }));
  const [hero, setHero] = useState(settings.ticketsHeroPhoto);
  // Also checks for changes after each render, because a file is read, or a row removed, only after the event
  useEffect(() => setChanged(hasTyped.current()));
  const theirs = findConflictingVersion(useCallResponse<typeof saveSettings>(saveSettings.path));
  return (
    <div ref={container} className={styles.form}>
      <CallForm
        what="the settings"
        call={saveSettings}
        submitLabel="Save settings"
        pendingLabel="Saving settings…"
        typed={hasTyped}
        onAnswer={(answer) => answer.code === 200 && onSaved(answer.version)}
        bar={(busy) => (
          <>
            <noscript>
              <Button type="submit">Save settings</Button>
            </noscript>
            <SaveBar
              at={saveSettings.path}
              changed={changed}
              unsavedMessage="You have unsaved changes."
              save="Save settings"
              busy={busy}
              onDiscard={onDiscard}
            />
          </>
        )}
      >
        {(errors) => {
          const form = { settings, errors, maySecure };
          return (
            <>
              <input type="hidden" name="version" value={theirs?.version ?? version} />
              <FormSection id="society" title="The society" about="Its name, logo and colour appear on every page.">
                <div className="stack">
                  <TextSettingField of="siteName" name="site-name" form={form} maxLength={80} required />
                  <LogoField logo={logo} error={errors.logo} onChange={setLogo} />
                  <AccentHueField hue={settings.accentHue} error={errors['accent-hue']} />
                  <MarkdownField
                    label={settingLabels.about}
                    name="about"
                    value={texts.about}
                    error={errors.about}
                    onChange={(about) => setTexts((all) => ({ ...all, about }))}
                  />
                </div>
              </FormSection>

              <FormSection
                id="tickets"
                title="Tickets"
                about="The ticket banner, the ticket page, and what happens once few places are left."
              >
                <div className="stack">
                  <SelectSettingField of="ticketsActive" name="tickets-active" form={form} />
                  <TextSettingField
                    of="ticketsLink"
                    name="tickets-link"
                    form={form}
                    hint="Only if you sell somewhere else. Leave it empty to sell tickets here."
                    type="url"
                  />
                  <MediaPicker
                    kind="picture"
                    label={settingLabels.ticketsHeroPhoto}
                    error={errors['tickets-hero-photo']}
                    name="tickets-hero-photo"
                    value={hero}
                    onChange={setHero}
                  />
                  <TextSettingField
                    of="scarcePercent"
                    name="scarce-percent"
                    form={form}
                    hint="A percentage of all places. Once fewer are left, visitors on one network can together hold a quarter of what is left without paying, or eight if that is more, so that nobody can block the last places. 0 switches it off."
                    type="number"
                    min={0}
                    max={100}
                    required
                  />
                </div>
              </FormSection>

              <FormSection
                id="find-us"
                title="Where to find us"
                about="Links and a map for your public pages, and the society’s time zone and year."
              >
                <div className="stack">
                  <SocialLinkRows socials={socials} error={errors.socials} onChange={setSocials} />
                  <div className={styles.preview}>
                    <SocialLinks links={parseSocials(socials)} />
                  </div>
                  <TextSettingField
                    of="mapsURL"
                    name="maps-url"
                    form={form}
                    hint="In Google Maps, choose Share › Embed a map › Copy HTML and paste it here. A link to a place on OpenStreetMap, Google Maps or Bing Maps works too."
                  />
                  <FieldPair>
                    <TextSettingField
                      of="timeZone"
                      name="time-zone"
                      form={form}
                      hint="Such as Europe/London. It decides when a day begins for the society."
                      required
                    />
                    <SelectSettingField
                      of="yearBegins"
                      name="year-begins"
                      form={form}
                      hint="Accounting and Get Subs show one such year at a time."
                    />
                  </FieldPair>
                </div>
              </FormSection>

              <FormSection
                id="gift-aid"
                title="Gift Aid"
                about="For charities recognised by HMRC. Each subscription plan says whether it qualifies."
              >
                <div className="stack">
                  <SelectSettingField
                    of="giftAid"
                    name="gift-aid"
                    form={form}
                    hint="If it’s on, members find a declaration in their account settings, and the treasurer a schedule for HMRC."
                  />
                </div>
              </FormSection>

              <FormSection
                id="accounts"
                title="Accounts"
                about="Who can have an account, and what they need to sign in."
              >
                <div className="stack">
                  <SelectSettingField
                    of="registration"
                    name="registration"
                    form={form}
                    hint="People you invite don’t need approval."
                  />
                  <SelectSettingField
                    of="secondFactorRequired"
                    name="second-factor-required"
                    form={form}
                    hint="If it’s required, they can’t do anything else until they’ve set one up. That includes you."
                  />
                </div>
              </FormSection>

              <FormSection
                id="mail"
                title="Email"
                about="Who gets which emails. Separate several addresses with commas. If nobody is entered for the contact form or for feedback (Webmaster), all admins get those messages."
              >
                <div className="stack">
                  <FieldPair>
                    <EmailSettingField of="contactEmail" name="contact-email" form={form} />
                    <EmailSettingField of="committeeMail" name="committee-mail" form={form} />
                    <EmailSettingField of="boxOfficeMail" name="box-office-mail" form={form} />
                    <EmailSettingField of="webmasterMail" name="webmaster-mail" form={form} />
                  </FieldPair>
                  <TextSettingField
                    of="helpWiki"
                    name="help-wiki"
                    form={form}
                    hint="Where members can read how you do things. Leave empty for none."
                    type="url"
                  />
                  <TextSettingField
                    of="securityContact"
                    name="security-contact"
                    form={form}
                    hint="An email or https address, published in security.txt."
                  />
                </div>
              </FormSection>

              <FormSection
                id="privacy"
                title="Privacy"
                about="What visitors are told, and how long their messages and details are kept."
              >
                <div className="stack">
                  {(['privacy', 'accessibility'] as const).map((text) => (
                    <MarkdownField
                      key={text}
                      label={settingLabels[text]}
                      name={text}
                      hint="Leave empty to show the standard text."
                      value={texts[text]}
                      error={errors[text]}
                      onChange={(value) => setTexts((all) => ({ ...all, [text]: value }))}
                    />
                  ))}
                  <FieldPair>
                    <MonthsSettingField of="keepMessagesMonths" name="keep-messages-months" form={form} />
                    <MonthsSettingField of="keepMailMonths" name="keep-mail-months" form={form} />
                    <MonthsSettingField of="keepBookingsMonths" name="keep-bookings-months" form={form} />
                  </FieldPair>
                </div>
              </FormSection>
            </>
          );
        }}
      </CallForm>
      {theirs && (
        <TheirVersion
          by={theirs.changed_by}
          parts={listChangedSettings(theirs.settings, settings)}
          at={saveSettings.path}
          onAccept={() => {
            onAccept();
            void refreshPage();
          }}
        />
      )}
    </div>
  );
}

/** Lists the settings whose values in somebody else's saved version differ from `before`, with their new values. */
const listChangedSettings = (theirs: Settings, before: Settings): TheirVersionPart[] =>
  (Object.keys(settingLabels) as (keyof typeof settingLabels)[])
    .filter((name) => theirs[name] !== before[name])
    .map((name) => {
      const text = formatSettingValue(name, theirs[name]);
      return { label: settingLabels[name], text, ...(text.length > 200 ? { long: true } : {}) };
    });
