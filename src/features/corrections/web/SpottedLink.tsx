import { correctionFormPath } from '../address.ts';
import type { CorrectionTarget } from '../fields.ts';
import styles from './SpottedLink.module.css';

/** At the foot of a show's or a person's page: the way to say what is wrong there. */
export const ReportMistakeLink = ({ about, id }: { about: CorrectionTarget; id: string }) => (
  <p className={`wrap no-print ${styles.spotted}`}>
    <a href={correctionFormPath(about, id)} rel="nofollow">
      Spotted a mistake?
    </a>
  </p>
);
