import { z } from 'zod';
import { type DeliveryStatus, deliveryStatusLabels } from '#features/administration/mail/logged-mail.ts';
import { postedFormFields } from '#features/society/accounts/contract.ts';
import { declareCall } from '#platform/shared/calls/calls.ts';
import { checkbox, id, multilineText, tableState } from '#platform/shared/calls/schemas.ts';
import {
  type FeedbackState,
  type FeedbackTopic,
  feedbackStateLabels,
  feedbackTopicLabels,
  type Mailbox,
  type MessageAction,
  mailboxLabels,
  maxFeedbackLength,
  messageActions,
  messageKinds,
} from './message.ts';

const kind = z.enum(messageKinds);

export const ListedMessage = z.object({
  kind,
  id,
  from: z.string(),
  /** The label of the message's subject. */
  about: z.string(),
  /** The beginning of the message. */
  excerpt: z.string(),
  unread: z.boolean(),
  /** True if the message was probably sent by a spam program. */
  suspect: z.boolean(),
  /** The time when the message was received, with the society's UTC offset. */
  received: z.string(),
});
export type ListedMessage = z.infer<typeof ListedMessage>;

/** `/members/admin/messages`: the list of messages. */
export const MessagesContent = z.object({
  type: z.literal('messages'),
  title: z.string(),
  table: tableState,
  messages: z.array(ListedMessage),
  /** The number of unread messages in the inbox, without probable spam. Filters don't change the number. */
  unread: z.int(),
});
export type MessagesContent = z.infer<typeof MessagesContent>;

/** `/members/admin/messages/{kind}/{id}`: one message. */
export const OpenedMessage = z.object({
  type: z.literal('opened_message'),
  title: z.string(),
  message: ListedMessage.omit({ excerpt: true }).extend({
    /**
     * The contact as typed by a visitor (an email address, a phone number or anything else), or the email address of a
     * member when they sent feedback; "" for none.
     */
    contact: z.string(),
    text: z.string(),
    wants_reply: z.boolean(),
    /** The browser from which the message was sent; "" if unknown. */
    device: z.string(),
    /** True for feedback that was marked as dealt with. */
    done: z.boolean(),
    box: z.enum(Object.keys(mailboxLabels) as [Mailbox, ...Mailbox[]]),
    /** The time (with the society's UTC offset) and the author of the last reply sent from this site; "" for none. */
    answered: z.string(),
    answered_by: z.string(),
    /** The delivery status of the last reply; "" if there is none, or its email has been deleted from the mail log. */
    reply_delivery: z.enum([...(Object.keys(deliveryStatusLabels) as DeliveryStatus[]), '']),
    /** The last day on which the message can be restored; "" if it isn't deleted. */
    restorable_until: z.string(),
  }),
  /** The email address for a reply; "" if there is none, or no reply is wanted. */
  mail: z.string(),
  /** A `mailto:` link for a reply, or a `tel:` link; "" if neither is possible, or no reply is wanted. */
  answer: z.string(),
  /** The path of the newest unread message other than this one, without probable spam; "" for none. */
  next: z.string(),
});
export type OpenedMessage = z.infer<typeof OpenedMessage>;

/** POST /members/api/messages/{kind}/{id}: the action to perform on the message. */
const UpdateMessageBody = z.object({
  deed: z.enum(Object.keys(messageActions) as [MessageAction, ...MessageAction[]], {
    error: 'Choose what to do with the message.',
  }),
});

/** POST /members/api/messages/{kind}/{id}/answer: the reply to the message. */
const ReplyToMessageBody = z.object({
  text: z.string().trim().min(1, 'Write your reply.').max(20_000, 'Keep your reply to 20,000 characters or fewer.'),
});

export const updateMessage = declareCall('POST', '/members/api/messages/:kind/:id', { body: UpdateMessageBody });
export const replyToMessage = declareCall('POST', '/members/api/messages/:kind/:id/answer', {
  body: ReplyToMessageBody,
});

const about = z.enum(Object.keys(feedbackTopicLabels) as [FeedbackTopic, ...FeedbackTopic[]], {
  error: 'Choose what your message is about.',
});

/** The fields of the Help & Feedback form. */
const SendFeedbackBody = z.object({
  about,
  message: multilineText('Write your message.', maxFeedbackLength, 'the message'),
  wants_reply: checkbox,
});

/** `/members/feedback_form`: the feedback form, and what the member has sent. */
export const FeedbackContent = z.object({
  type: z.literal('feedback_form'),
  title: z.string(),
  /** The URL of the society's own help pages; "" for none. */
  help_wiki: z.string(),
  /** The member's email address, to which a reply goes. */
  email: z.string(),
  /** The member's latest feedback (at most 100 messages), newest first. */
  sent: z.array(
    z.object({
      id,
      about,
      message: z.string(),
      wants_reply: z.boolean(),
      state: z.enum(Object.keys(feedbackStateLabels) as [FeedbackState, ...FeedbackState[]]),
      /** The time when the feedback was sent: "Saturday 21 November 2026 at 7.30pm". */
      when: z.string(),
    }),
  ),
  /**
   * For a browser without JavaScript: `just_sent` is true after sending, `typed` holds the typed values, and `answer`
   * the reason for a refusal.
   */
  just_sent: z.boolean(),
  ...postedFormFields,
});
export type FeedbackContent = z.infer<typeof FeedbackContent>;

export const sendFeedback = declareCall('POST', '/members/api/feedback', { body: SendFeedbackBody, once: true });

declare module '#platform/shared/pages.ts' {
  interface Pages {
    messages: MessagesContent;
    opened_message: OpenedMessage;
    feedback_form: FeedbackContent;
  }
}
