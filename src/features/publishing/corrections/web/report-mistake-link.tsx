import type { CorrectionTarget } from '../correction-kinds.ts';
import { correctionFormPath } from '../paths.ts';
import styles from './report-mistake-link.module.css';

/** The link at the foot of a show's or person's page to report a mistake. */
export const ReportMistakeLink = ({ about, id }: { about: CorrectionTarget; id: string }) => (
  <p className={`wrap no-print ${styles.spotted}`}>
    <a href={correctionFormPath(about, id)} rel="nofollow">
      Spotted a mistake?
    </a>
  </p>
);
