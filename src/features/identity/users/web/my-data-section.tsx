import type { MouseEvent } from 'react';
import type { CallResponse } from '#platform/shared/calls/call-response.ts';
import { showAlert } from '#platform/web/alerts/index.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { downloadWithReauthentication } from '#platform/web/calls/download-with-reauthentication.ts';
import { deleteStoredUserData } from '#platform/web/drafts/user-storage.ts';
import { ButtonLink } from '#platform/web/ui/actions/button.tsx';
import { Collapsible } from '#platform/web/ui/content/collapsible.tsx';
import { Checkbox } from '#platform/web/ui/fields/checkbox.tsx';
import { Field, Select } from '#platform/web/ui/fields/field.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { requestErasure } from '../contract.ts';
import { myDataPath } from '../my-data.ts';
import styles from './my-data-section.module.css';

function downloadMyData(event: MouseEvent): void {
  event.preventDefault();
  void downloadWithReauthentication(myDataPath);
}

/**
 * Handles the response to a request for erasure. After a successful request, deletes the drafts in the browser and
 * shows the response as an alert, because the next page has no form that could show it. The alert stays until it is
 * closed, because it has the date until which the account can be kept. Returns false for a refused request.
 */
export function handleErasureResponse({ code, msg }: CallResponse): boolean {
  if (code !== 200) return false;
  deleteStoredUserData();
  showAlert({ title: 'Erasure scheduled', content: msg, stays: true });
  return true;
}

/** The section of the account settings in which members download their data or erase their account. */
export function MyDataSection() {
  return (
    <div className={styles.data}>
      <p>
        One file with everything we hold about you, including your account, contacts, membership, payments, tickets,
        credits, what you wrote and what we emailed you.
      </p>
      <ButtonLink look="line" href={myDataPath} download="my-data.json" onClick={downloadMyData}>
        <Icon of="download" />
        Download my data
      </ButtonLink>
      <Collapsible title="Erase my account">
        <p>
          Your account is disabled at once and erased after 30 days. Until then, signing in reactivates it. After that,
          nobody can restore it. A subscription that you have paid for, for yourself or for somebody else, ends with
          your account and isn’t refunded automatically: ask the treasurer first if you want a refund.
        </p>
        <p>
          Programmes and the archive record who was in a show, so your credits stay. You choose how your credits name
          you. The audit log keeps its entries.
        </p>
        <CallForm
          call={requestErasure}
          submitLabel="Erase my account"
          look="danger"
          pendingLabel="Disabling your account…"
          renews="site"
          onAnswer={handleErasureResponse}
        >
          {({ shown_as, sure }) => (
            <>
              <Field label="How your credits name you" error={shown_as}>
                {(control) => (
                  <Select {...control} name="shown_as" defaultValue="" required>
                    <option value="">Choose one</option>
                    <option value="printed">As printed</option>
                    <option value="initials">By your initials</option>
                    <option value="member">As “A member”</option>
                  </Select>
                )}
              </Field>
              <Checkbox name="sure" required aria-invalid={sure ? true : undefined}>
                I want my account and my data erased
              </Checkbox>
            </>
          )}
        </CallForm>
      </Collapsible>
    </div>
  );
}
