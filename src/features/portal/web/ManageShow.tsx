import { EmergencyContactsLink } from '../../emergency-contacts/web/index.ts';
import type { MembersShow } from '../contract.ts';
import styles from './MembersShowPage.module.css';

/**
 * What directors of the show and admins do here (SPEC §2). Nobody else is shown anything of it, and the server refuses
 * them too.
 */
export function ManageShow({ show }: { show: MembersShow }) {
  if (!show.may_manage) return null;
  return (
    <section className={styles.manage} aria-labelledby="manage-show">
      <h2 id="manage-show">Manage Show</h2>
      <EmergencyContactsLink show={show} />
    </section>
  );
}
