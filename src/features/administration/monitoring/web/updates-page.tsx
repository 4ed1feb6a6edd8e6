import { formatDateTime } from '#platform/shared/dates/dates.ts';
import type { Page } from '#platform/shared/pages.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { InputField } from '#platform/web/ui/fields/field.tsx';
import { FormSection } from '#platform/web/ui/fields/form-section.tsx';
import { saveReleaseFeedUrl } from '../contract.ts';

type Content = Page<'updates'>;

/** Shows the running version and a newer one, and switches the check for new versions on and off. */
export default function UpdatesPage({ page }: { page: Content }) {
  const { version, newer, link, feed, checked, problem, may_change } = page;
  return (
    <div>
      <header className="page-head">
        <h1>{page.title}</h1>
        <p>This site runs Callboard {version}.</p>
        {newer !== '' && (
          <p>
            <strong>Callboard {newer} is out.</strong>{' '}
            <a href={link} rel="noopener noreferrer external">
              Read its release notes at {new URL(link).host}
            </a>
            . The person who looks after the server installs it.
          </p>
        )}
        {newer === '' && feed !== '' && checked !== '' && problem === '' && <p>That is the newest version.</p>}
        {checked !== '' && (
          <p className="meta">
            Last checked <time dateTime={checked}>{formatDateTime(checked)}</time>
            {problem !== '' && <>: {problem}</>}
          </p>
        )}
        {!may_change && <p>Only somebody with the role Admin can switch the check for new versions on or off.</p>}
      </header>
      {may_change && (
        <FormSection
          title="New versions"
          about="Once a day the site asks one address which version is the newest. It says nothing about itself, neither the society’s name nor its version. The check is off until you enter an address."
        >
          <CallForm
            key={feed}
            what="the address"
            call={saveReleaseFeedUrl}
            submitLabel={feed === '' ? 'Switch on' : 'Save'}
            pendingLabel="Asking…"
          >
            {(errors) => (
              <InputField
                label="Address of the release feed"
                hint="The documentation of your version names it. Leave it empty to switch the check off."
                error={errors.feed}
                name="feed"
                type="url"
                defaultValue={feed}
                maxLength={500}
                autoComplete="off"
              />
            )}
          </CallForm>
        </FormSection>
      )}
    </div>
  );
}
