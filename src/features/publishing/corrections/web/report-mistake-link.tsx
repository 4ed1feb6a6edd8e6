import type { CorrectionSubjectType } from '../correction-kinds.ts';
import styles from './report-mistake-link.module.css';

/** Returns the path of the form for corrections to a show or a person. */
export const correctionFormPath = (about: CorrectionSubjectType, id: string): string => `/corrections/${about}/${id}`;

/** The link at the foot of a show's or person's page to report a mistake. */
export const ReportMistakeLink = ({ about, id }: { about: CorrectionSubjectType; id: string }) => (
  <p className={`wrap no-print ${styles.spotted}`}>
    <a href={correctionFormPath(about, id)} rel="nofollow">
      Spotted a mistake?
    </a>
  </p>
);
