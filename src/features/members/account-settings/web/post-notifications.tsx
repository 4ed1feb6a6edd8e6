import { useState } from 'react';
import { setPostMailPreference } from '#features/members/show-management/contract.ts';
import type { Page } from '#platform/shared/pages.ts';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { useCall } from '#platform/web/calls/use-call.ts';
import { useSite } from '#platform/web/navigation/index.ts';
import { Checkbox } from '#platform/web/ui/fields/checkbox.tsx';
import { FormSection } from '#platform/web/ui/fields/form-section.tsx';

/** Turns emails about new posts for the member's shows on or off; saves at once. */
export function PostNotifications({ page }: { page: Page<'account_settings'> }) {
  const { sends_mail } = useSite();
  const [on, setOn] = useState(page.told_of_posts);
  const { busy, slot: at, send: make } = useCall();

  function change(wanted: boolean) {
    setOn(wanted);
    void make(
      setPostMailPreference,
      { told: wanted ? 'on' : '' },
      { onAnswer: ({ code }) => setOn(wanted === (code === 200)) },
    );
  }

  return (
    <FormSection id="mails" title="Email notifications">
      <div className="row" aria-busy={busy !== '' || undefined}>
        <Checkbox
          role="switch"
          aria-checked={on}
          checked={on}
          aria-disabled={busy !== '' || undefined}
          onChange={(event) => {
            if (!busy) change(event.target.checked);
          }}
        >
          Email me about new posts for my shows
        </Checkbox>
        <CallStatus slot={at} />
      </div>
      {!sends_mail && <p className="muted">This site can’t send email yet, so none come until it can.</p>}
    </FormSection>
  );
}
