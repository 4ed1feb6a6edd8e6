import { useState } from 'react';
import { SocialLinks } from '#features/layout/web/index.ts';
import { MediaPicker } from '#features/media/web/index.ts';
import type { Settings } from '#features/society/settings.ts';
import { CallForm } from '#platform/web/calls/CallForm.tsx';
import { Field, Input, Select, Textarea } from '#platform/web/ui/Field.tsx';
import { FormSection } from '#platform/web/ui/FormSection.tsx';
import { MarkdownBox } from '#platform/web/writing/MarkdownBox.tsx';
import { AccentHue } from './AccentHue.tsx';
import { Logo } from './Logo.tsx';

/** One form for the whole site: it is saved with one call. */
export function SiteSettings({ settings, version }: { settings: Settings; version: string }) {
  const [socials, setSocials] = useState(settings.socials);
  const [about, setAbout] = useState(settings.about);
  const [hero, setHero] = useState(settings.ticketsHeroPhoto);
  return (
    <CallForm
      what="the settings"
      // Refilled with what was saved, so that a second save starts from it
      key={version}
      call="/members/api/admin/admin_settings/site_settings"
      submit="Save settings"
      pending="Saving settings…"
    >
      {(errors) => (
        <>
          <input type="hidden" name="version" value={version} />
          <FormSection title="The society" about="Its name, mark and colour stand on every page.">
            <div className="stack">
              <Field label="Name" error={errors['site-name']}>
                {(control) => (
                  <Input {...control} name="site-name" defaultValue={settings.siteName} maxLength={80} required />
                )}
              </Field>
              <Logo logo={settings.logo} error={errors.logo} />
              <AccentHue hue={settings.accentHue} error={errors['accent-hue']} />
              <MarkdownBox label="About us" name="about" value={about} error={errors.about} onChange={setAbout} />
            </div>
          </FormSection>

          <FormSection title="Tickets" about="The banner on every public page, and where it leads.">
            <div className="stack">
              <Field label="Ticket banner" error={errors['tickets-active']}>
                {(control) => (
                  <Select {...control} name="tickets-active" defaultValue={settings.ticketsActive}>
                    <option value="0">Off: nothing is on sale</option>
                    <option value="1">On: tickets are on sale</option>
                  </Select>
                )}
              </Field>
              <Field
                label="Ticket link"
                hint="Where tickets are sold. Without one, the tickets page says that none are on sale yet."
                error={errors['tickets-link']}
              >
                {(control) => <Input {...control} name="tickets-link" type="url" defaultValue={settings.ticketsLink} />}
              </Field>
              <MediaPicker
                kind="picture"
                label="Picture for the ticket page"
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
                label="Social links"
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
                label="Map"
                hint="The https address of a map to embed, from OpenStreetMap, Google Maps or Bing Maps."
                error={errors['maps-url']}
              >
                {(control) => <Input {...control} name="maps-url" type="url" defaultValue={settings.mapsURL} />}
              </Field>
              <Field label="Time zone" hint="Decides what day it is for the society." error={errors['time-zone']}>
                {(control) => <Input {...control} name="time-zone" defaultValue={settings.timeZone} required />}
              </Field>
            </div>
          </FormSection>

          <FormSection title="Accounts" about="Who may have one, and what signing in takes.">
            <div className="stack">
              <Field
                label="New accounts"
                hint="Whoever is invited needs nobody’s approval."
                error={errors.registration}
              >
                {(control) => (
                  <Select {...control} name="registration" defaultValue={settings.registration}>
                    <option value="approval">Anyone may register, and an admin lets them in</option>
                    <option value="invitation">Only whoever is invited</option>
                    <option value="open">Anyone with an email address</option>
                  </Select>
                )}
              </Field>
              <Field
                label="Second factor for admins and the box office"
                hint="Without one they can do nothing until they have set one up: you too."
                error={errors['second-factor-required']}
              >
                {(control) => (
                  <Select {...control} name="second-factor-required" defaultValue={settings.secondFactorRequired}>
                    <option value="">As the site was set up on its server</option>
                    <option value="1">Needed</option>
                    <option value="0">Their own choice</option>
                  </Select>
                )}
              </Field>
            </div>
          </FormSection>

          <FormSection title="Mail" about="Who is written to about what. Several addresses need commas between them.">
            <div className="stack">
              <MailField label="Contact form" name="contact-email" value={settings.contactEmail} errors={errors} />
              <MailField label="Committee" name="committee-mail" value={settings.committeeMail} errors={errors} />
              <MailField label="Box office" name="box-office-mail" value={settings.boxOfficeMail} errors={errors} />
              <MailField label="Webmaster" name="webmaster-mail" value={settings.webmasterMail} errors={errors} />
              <Field
                label="Help wiki"
                hint="Where members read how things are done here; empty for none."
                error={errors['help-wiki']}
              >
                {(control) => <Input {...control} name="help-wiki" type="url" defaultValue={settings.helpWiki} />}
              </Field>
              <Field
                label="Security contact"
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
                label="Privacy page"
                hint="Markdown; empty shows what is true of this software."
                error={errors.privacy}
              >
                {(control) => <Textarea {...control} name="privacy" rows={6} defaultValue={settings.privacy} />}
              </Field>
              <Field
                label="Accessibility page"
                hint="Markdown; empty shows what is true of this software."
                error={errors.accessibility}
              >
                {(control) => (
                  <Textarea {...control} name="accessibility" rows={6} defaultValue={settings.accessibility} />
                )}
              </Field>
              <Months
                label="Keep messages"
                name="keep-messages-months"
                value={settings.keepMessagesMonths}
                errors={errors}
              />
              <Months label="Keep sent mail" name="keep-mail-months" value={settings.keepMailMonths} errors={errors} />
            </div>
          </FormSection>
        </>
      )}
    </CallForm>
  );
}

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
