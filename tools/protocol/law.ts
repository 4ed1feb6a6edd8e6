import type { PageType } from '#platform/shared/pages.ts';

/** Adds a prefix to each name: `addPrefix('shows[].', 'id title')` returns `shows[].id` and `shows[].title`. */
const addPrefix = (prefix: string, names: string): string[] => names.split(' ').map((name) => prefix + name);

const entry = 'id title content date show_title type';
const show =
  'id title subtitle date date_precision season genre author show_type programme banner noda_review radio_audio';
const plan = 'id name amount period enabled desc renewal_month';
const credit = 'id name role order';
const picture = 'id src width height alt';

/**
 * The names in each page that are guaranteed (`law` in docs/protocol.md): other clients rely on them, so they are never
 * renamed or removed. All other names are only for our own screens and may change from one version to the next.
 */
const pages: Partial<Record<PageType, readonly string[]>> = {
  accounting: [
    ...addPrefix('', 'type sub_type title year'),
    ...addPrefix('totals.', 'total_transactions total_refunds total_amounts total_fees total_refund_amounts total_net'),
    ...addPrefix('shows[].', 'id title'),
  ],
  account_settings: [
    ...addPrefix('', 'type title'),
    ...addPrefix('update_profile.', 'firstname lastname'),
    'update_contact_details.phone_number',
    ...addPrefix('emergency_contact.', 'name number'),
    ...addPrefix('two_factor.', 'enabled provisioning_qr'),
    ...addPrefix('subs.options[].', plan),
    ...addPrefix('subs.active[].', 'id plan plan_name name plan_amount plan_period renews_on'),
  ],
  admin_settings: [
    ...addPrefix('', 'type title'),
    ...addPrefix('settings.', 'siteName ticketsActive ticketsLink ticketsHeroPhoto socials about mapsURL'),
    ...addPrefix('subs[].', plan),
  ],
  bookings: [
    ...addPrefix('', 'type title items'),
    ...addPrefix('mods[].', 'id ref from_item change_quantity to_item note is_reservation'),
    ...addPrefix('performances[].', 'id date seat_assignments'),
    ...addPrefix('performances[].layout.', 'rowCount hiddenSeats newSeats fullWidth'),
    ...addPrefix('past_shows[].', 'id title date'),
  ],
  blogs: [...addPrefix('', 'type title'), ...addPrefix('posts{}.', 'title date dateInt author content')],
  dashboard: [...addPrefix('', 'type title'), ...addPrefix('posts[].', entry)],
  get_subs: [
    ...addPrefix('', 'type title types oldest_entry_year'),
    ...addPrefix('results[].', 'name type date amount fee source'),
    ...addPrefix('totals.', 'total fees refunds net'),
  ],
  edit_show: [
    ...addPrefix('', 'type title'),
    ...addPrefix('showDetails.', `${show} text_blob`),
    ...addPrefix('showOptions.', 'genres seasons showTypes'),
    ...addPrefix('currentRoles[].', 'role cast_or_crew orderVal members'),
  ],
  emergency_contacts: [
    ...addPrefix('', 'type title'),
    ...addPrefix('show.', 'id title'),
    ...addPrefix('contacts[].', 'name contact_name contact_number'),
  ],
  error: addPrefix('', 'type code title message content'),
  file_page: addPrefix('', 'type id title date show_title url'),
  list_shows: [
    ...addPrefix('', 'type default_layout title admin'),
    ...addPrefix('shows[].', 'id title date date_precision programme season genre show_type cast crew'),
    ...addPrefix('members{}.', 'name shows'),
  ],
  login: [...addPrefix('', 'type title'), ...addPrefix('files[].', 'id name')],
  manage_media: addPrefix('', 'type title media'),
  map_post: addPrefix('', 'type title content maps_url'),
  members_show: [
    ...addPrefix('', 'type id title requestURL directors'),
    ...addPrefix('posts[].', entry),
    ...addPrefix('files[].', entry),
  ],
  members_shows: [...addPrefix('', 'type title'), ...addPrefix('shows[].', 'id title season date image url directors')],
  past_show: [
    ...addPrefix('', 'type id title'),
    ...addPrefix('show.', `${show} text_blob`),
    ...addPrefix('cast[].', credit),
    ...addPrefix('crew[].', credit),
    ...addPrefix('photos[].', picture),
    ...addPrefix('videos[].', picture),
  ],
  post: [
    ...addPrefix('', 'type id title content date show_title files_title frontpage'),
    ...addPrefix('files[].', 'id name url'),
  ],
  redirect: addPrefix('', 'type url text time reloadSiteData condition'),
  seating: addPrefix(
    '',
    'type date defaultRowCount initialHiddenSeats initialAssignment ticket_pricing showName authors version',
  ),
  search: [...addPrefix('', 'type title'), ...addPrefix('items[].', 'type title href')],
  show_photos_form: [...addPrefix('', 'type title albums'), ...addPrefix('shows[].', 'id title date')],
};

/** The guaranteed names in `/sitedata`. */
const siteData = [
  ...addPrefix(
    '',
    'site_name site_logo logoSVG tickets_active tickets_link tickets_hero_photo socials memberNavItemsToShow',
  ),
  ...addPrefix('next_show.', 'title subtitle banner date'),
  ...addPrefix('last_show.', 'title link photos'),
  ...addPrefix('latest_blog.', 'date title link'),
  ...addPrefix('memberDocs.', 'title content'),
  ...addPrefix('memberDocs.files[].', 'id name'),
  ...addPrefix('members_recent_shows[].', 'id title url season date image directors'),
  ...addPrefix('mostRecentMemberShows[].', 'id title'),
  ...addPrefix('square.', 'appId membershipLocationId'),
  ...addPrefix('current_user.', 'is_authenticated id role'),
];

/** The guaranteed calls, and the guaranteed names in their bodies. */
const calls: Readonly<Record<string, readonly string[]>> = {
  'POST /members': addPrefix('', 'email password'),
  'POST /members/api/register': addPrefix('', 'firstname lastname email password confirm_password'),
  'POST /api/contact': addPrefix('', 'name contact subject message'),
  'POST /cors': ['url'],
  'POST /members/api/manage_shows/:showId': addPrefix(
    '',
    'title subtitle date season genre show_type author banner noda_review radio_audio programme text_blob',
  ),
  'POST /members/api/new_post/:show_id': addPrefix('', 'title type date content'),
  'POST /members/api/upload_file/:show_id': [],
  'GET /members/api/delete_file/:file_id': [],
  'POST /members/api/admin/admin_settings/site_settings': addPrefix(
    '',
    'site-name tickets-active tickets-link tickets-hero-photo socials about maps-url',
  ),
  'POST /members/api/admin/admin_settings/subs/add_new_plan': addPrefix('', 'levelName amount period renewal_month'),
  'GET /members/api/get_subs': [],
  'GET /members/api/historic_sales': [],
  'POST /members/api/manage_media/upload': [],
  'POST /members/api/manage_media/delete': ['id'],
  'POST /members/api/manage_media/modernise': addPrefix('', 'id filename'),
  'POST /members/api/admin/set_show_photos': addPrefix('', 'album show'),
  'POST /members/api/account_settings/change_password': addPrefix('', 'old_password new_password confirm_new_password'),
  'POST /members/api/account_settings/update_profile': addPrefix('', 'firstname lastname'),
  'POST /members/api/account_settings/update_contact_details': ['phone_number'],
  'POST /members/api/account_settings/emergency_contact': addPrefix('', 'e_con_name e_con_phone'),
  'POST /members/api/account_settings/two_factor': ['otp_code'],
  'POST /members/api/account_settings/start_subscription': addPrefix(
    '',
    'subs_level sub_for name phone_number e_con_name e_con_phone',
  ),
  'GET /members/api/account_settings/cancel_subscription/:sub_id': [],
  'POST /members/bookings/seating/:id': addPrefix('', 'layout assignments ticket_pricing'),
  'GET /members/api/orders/:showName/:date': [],
  'POST /members/api/bookings/add_booking_mod': addPrefix(
    '',
    'ref_num from_item change_quantity to_item note is_reservation',
  ),
  'POST /members/api/bookings/delete_booking_mod': ['id'],
  'POST /members/api/bookings/add_new_performance': ['datetime'],
  'POST /members/api/bookings/historic_sales': ['showID'],
};

export const law = { pages, siteData, calls };
