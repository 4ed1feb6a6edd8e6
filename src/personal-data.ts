import { accountData, sessionData } from '#features/accounts/server/personal-data.ts';
import { blogData } from '#features/blog/server/personal-data.ts';
import { calendarData } from '#features/calendar-feed/server/personal-data.ts';
import { messageData } from '#features/contact/server/personal-data.ts';
import { correctionData } from '#features/corrections/server/personal-data.ts';
import { looksData } from '#features/emergency-contacts/server/personal-data.ts';
import { feedbackData } from '#features/feedback/server/personal-data.ts';
import { fileData } from '#features/files/server/personal-data.ts';
import { pictureData } from '#features/media/server/personal-data.ts';
import { postData } from '#features/posts/server/personal-data.ts';
import { secondFactorData } from '#features/second-factor/server/personal-data.ts';
import { creditData } from '#features/shows/people/server/personal-data.ts';
import { auditData } from '#platform/server/audit/personal-data.ts';
import type { PersonalData } from '#platform/server/feature/personal-data.ts';
import { mailData } from '#platform/server/mail/personal-data.ts';

/** Everything held about an account, a line for each feature: what its owner downloads, and has erased. */
export const personalData: readonly PersonalData[] = [
  accountData,
  sessionData,
  secondFactorData,
  looksData,
  creditData,
  pictureData,
  postData,
  blogData,
  fileData,
  feedbackData,
  messageData,
  correctionData,
  calendarData,
  mailData,
  auditData,
];
