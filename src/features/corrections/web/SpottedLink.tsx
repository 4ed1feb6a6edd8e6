import { spottedAddress } from '../address.ts';
import type { About } from '../fields.ts';
import styles from './SpottedLink.module.css';

/** At the foot of a show's or a person's page: the way to say what is wrong there. */
export const SpottedLink = ({ about, id }: { about: About; id: string }) => (
  <p className={`wrap no-print ${styles.spotted}`}>
    <a href={spottedAddress(about, id)} rel="nofollow">
      Spotted a mistake?
    </a>
  </p>
);
