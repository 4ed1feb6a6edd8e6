import { ButtonLink } from '#platform/web/ui/actions/button.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';

/** The link in a show's manage panel. It leads only to the question. */
export function EmergencyContactsLink({ show }: { show: { id: string } }) {
  return (
    <ButtonLink look="line" href={`/members/emergency_contacts/${show.id}`}>
      <Icon of="siren" /> Emergency contacts
    </ButtonLink>
  );
}
