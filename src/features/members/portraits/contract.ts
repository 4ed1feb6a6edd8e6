import { z } from 'zod';
import { declareCall } from '#platform/shared/calls/calls.ts';
import { id } from '#platform/shared/calls/schemas.ts';

/** A portrait as its own page shows it, which only the people who look after the portrait can open. */
const ManagedPortrait = z.object({
  id,
  /** The URL of the portrait, uncropped. */
  src: z.string(),
  width: z.int(),
  height: z.int(),
  /** The consent to show the portrait; null if only the people who look after it can see it. */
  consent: z
    .object({
      /** The time of the consent, with the society's UTC offset. */
      at: z.string(),
      /** The sentence that was agreed to. */
      wording: z.string(),
      /** The parent or guardian who agreed; "" for an adult, who agreed themselves. */
      guardian: z.string(),
      /** The name of the user who recorded the consent; "" if their account was deleted. */
      recorded_by: z.string(),
    })
    .nullable(),
});

/** `/members/portrait/{person}` */
export const PortraitContent = z.object({
  type: z.literal('portrait'),
  title: z.string(),
  person: z.object({ id, name: z.string() }),
  /** The path of the public page about the person; "" if there is none. */
  href: z.string(),
  /** True if the visitor may edit the people of the archive. */
  manages_people: z.boolean(),
  portrait: ManagedPortrait.nullable(),
  /**
   * The way in which the visitor can consent: for themselves, by recording what the person said, as a parent or
   * guardian, or not at all, because the person has an account, so that only they can.
   */
  consent_form: z.enum(['own', 'recorded', 'guardian', 'no']),
  wording: z.string(),
  /** The deleted portraits that can be restored, most recently deleted first. */
  deleted: z.array(z.object({ id, src: z.string(), deleted_at: z.string() })),
});
export type PortraitContent = z.infer<typeof PortraitContent>;

/** A person whose portrait a member looks after, in the account settings; they may have no portrait yet. */
export const PortraitSummary = z.object({
  /** The person's id. */
  id,
  name: z.string(),
  /** The URL of the small square; "" if there is no portrait. */
  src: z.string(),
  is_shown: z.boolean(),
});
export type PortraitSummary = z.infer<typeof PortraitSummary>;

export const GivePortraitConsentBody = z.object({
  portrait: id,
  agreed: z.literal('yes', 'Tick the box to agree, or leave the portrait hidden.'),
  is_adult: z.enum(['yes', 'no'], 'Choose yes or no.').default('no'),
  /** The parent or guardian who agrees; required for somebody under 18. */
  guardian: z.string().trim().max(100, 'Keep the name to 100 characters or fewer.').default(''),
});

const portrait = '/members/api/portraits/:id';

/** The picture is sent as `file`. */
export const uploadPortrait = declareCall('POST', `${portrait}/upload`, { body: z.object({}), once: true });
export const givePortraitConsent = declareCall('POST', `${portrait}/agree`, { body: GivePortraitConsentBody });
/** Hides the portrait from visitors at once. */
export const withdrawPortraitConsent = declareCall('POST', `${portrait}/withdraw`);
export const deletePortrait = declareCall('POST', `${portrait}/delete`);
export const restorePortrait = declareCall('POST', `${portrait}/restore`, { body: z.object({ portrait: id }) });

declare module '#platform/shared/pages.ts' {
  interface Pages {
    portrait: PortraitContent;
  }
}
