import type { PageType } from '#platform/shared/pages.ts';

/** Adds a prefix to each name: `each('shows[].', 'id title')` is `shows[].id` and `shows[].title`. */
const each = (prefix: string, names: string): string[] => names.split(' ').map((name) => prefix + name);

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
    ...each('', 'type sub_type title year'),
    ...each('totals.', 'total_transactions total_refunds total_amounts total_fees total_refund_amounts total_net'),
    ...each('shows[].', 'id title'),
  ],
  account_settings: [
    ...each('', 'type title'),
    ...each('update_profile.', 'firstname lastname'),
    'update_contact_details.phone_number',
    ...each('emergency_contact.', 'name number'),
    ...each('two_factor.', 'enabled provisioning_qr'),
    ...each('subs.options[].', plan),
    ...each('subs.active[].', 'id plan plan_name name plan_amount plan_period renews_on'),
  ],
  admin_settings: [
    ...each('', 'type title'),
    ...each('settings.', 'siteName ticketsActive ticketsLink ticketsHeroPhoto socials about mapsURL'),
    ...each('subs[].', plan),
  ],
  bookings: [
    ...each('', 'type title items'),
    ...each('mods[].', 'id ref from_item change_quantity to_item note is_reservation'),
    ...each('performances[].', 'id date seat_assignments'),
    ...each('performances[].layout.', 'rowCount hiddenSeats newSeats fullWidth'),
    ...each('past_shows[].', 'id title date'),
  ],
  blogs: [...each('', 'type title'), ...each('posts{}.', 'title date dateInt author content')],
  dashboard: [...each('', 'type title'), ...each('posts[].', entry)],
  get_subs: [
    ...each('', 'type title types oldest_entry_year'),
    ...each('results[].', 'name type date amount fee source'),
    ...each('totals.', 'total fees refunds net'),
  ],
  edit_show: [
    ...each('', 'type title'),
    ...each('showDetails.', `${show} text_blob`),
    ...each('showOptions.', 'genres seasons showTypes'),
    ...each('currentRoles[].', 'role cast_or_crew orderVal members'),
  ],
  emergency_contacts: [
    ...each('', 'type title'),
    ...each('show.', 'id title'),
    ...each('contacts[].', 'name contact_name contact_number'),
  ],
  error: each('', 'type code title message content'),
  file_page: each('', 'type id title date show_title url'),
  list_shows: [
    ...each('', 'type default_layout title admin'),
    ...each('shows[].', 'id title date date_precision programme season genre show_type cast crew'),
    ...each('members{}.', 'name shows'),
  ],
  login: [...each('', 'type title'), ...each('files[].', 'id name')],
  manage_media: each('', 'type title media'),
  map_post: each('', 'type title content maps_url'),
  members_show: [
    ...each('', 'type id title requestURL directors'),
    ...each('posts[].', entry),
    ...each('files[].', entry),
  ],
  members_shows: [...each('', 'type title'), ...each('shows[].', 'id title season date image url directors')],
  past_show: [
    ...each('', 'type id title'),
    ...each('show.', `${show} text_blob`),
    ...each('cast[].', credit),
    ...each('crew[].', credit),
    ...each('photos[].', picture),
    ...each('videos[].', picture),
  ],
  post: [
    ...each('', 'type id title content date show_title files_title frontpage'),
    ...each('files[].', 'id name url'),
  ],
  redirect: each('', 'type url text time reloadSiteData condition'),
  seating: each(
    '',
    'type date defaultRowCount initialHiddenSeats initialAssignment ticket_pricing showName authors version',
  ),
  search: [...each('', 'type title'), ...each('items[].', 'type title href')],
  show_photos_form: [...each('', 'type title albums'), ...each('shows[].', 'id title date')],
};

/** The guaranteed names in `/sitedata`. */
const siteData = [
  ...each(
    '',
    'site_name site_logo logoSVG tickets_active tickets_link tickets_hero_photo socials memberNavItemsToShow',
  ),
  ...each('next_show.', 'title subtitle banner date'),
  ...each('last_show.', 'title link photos'),
  ...each('latest_blog.', 'date title link'),
  ...each('memberDocs.', 'title content'),
  ...each('memberDocs.files[].', 'id name'),
  ...each('members_recent_shows[].', 'id title url season date image directors'),
  ...each('mostRecentMemberShows[].', 'id title'),
  ...each('square.', 'appId membershipLocationId'),
  ...each('current_user.', 'is_authenticated id role'),
];

/** The guaranteed calls, and the guaranteed names in their bodies. */
const calls: Readonly<Record<string, readonly string[]>> = {
  'POST /members': each('', 'email password'),
  'POST /members/api/register': each('', 'firstname lastname email password confirm_password'),
  'POST /api/contact': each('', 'name contact subject message'),
  'POST /cors': ['url'],
  'POST /members/api/manage_shows/:showId': each(
    '',
    'title subtitle date season genre show_type author banner noda_review radio_audio programme text_blob',
  ),
  'POST /members/api/new_post/:show_id': each('', 'title type date content'),
  'POST /members/api/upload_file/:show_id': [],
  'GET /members/api/delete_file/:file_id': [],
  'POST /members/api/admin/admin_settings/site_settings': each(
    '',
    'site-name tickets-active tickets-link tickets-hero-photo socials about maps-url',
  ),
  'POST /members/api/admin/admin_settings/subs/add_new_plan': each('', 'levelName amount period renewal_month'),
  'GET /members/api/get_subs': [],
  'GET /members/api/historic_sales': [],
  'POST /members/api/manage_media/upload': [],
  'POST /members/api/manage_media/delete': ['id'],
  'POST /members/api/manage_media/modernise': each('', 'id filename'),
  'POST /members/api/admin/set_show_photos': each('', 'album show'),
  'POST /members/api/account_settings/change_password': each('', 'old_password new_password confirm_new_password'),
  'POST /members/api/account_settings/update_profile': each('', 'firstname lastname'),
  'POST /members/api/account_settings/update_contact_details': ['phone_number'],
  'POST /members/api/account_settings/emergency_contact': each('', 'e_con_name e_con_phone'),
  'POST /members/api/account_settings/two_factor': ['otp_code'],
  'POST /members/api/account_settings/start_subscription': each(
    '',
    'subs_level sub_for name phone_number e_con_name e_con_phone',
  ),
  'GET /members/api/account_settings/cancel_subscription/:sub_id': [],
  'POST /members/bookings/seating/:id': each('', 'layout assignments ticket_pricing'),
  'GET /members/api/orders/:showName/:date': [],
  'POST /members/api/bookings/add_booking_mod': each(
    '',
    'ref_num from_item change_quantity to_item note is_reservation',
  ),
  'POST /members/api/bookings/delete_booking_mod': ['id'],
  'POST /members/api/bookings/add_new_performance': ['datetime'],
  'POST /members/api/bookings/historic_sales': ['showID'],
};

export const law = { pages, siteData, calls };
