/** The pages under Admin Tools, with what each is for. */
export const adminTools = [
  { label: 'Manage Media', href: '/members/admin/manage_media', about: 'Upload, find and delete pictures and films.' },
  { label: 'Manage Shows', href: '/members/manage_shows', about: 'Add a show, and correct what is known of one.' },
  { label: 'Set Show Photos', href: '/members/admin/set_show_photos', about: 'Hang an album on a show’s page.' },
  { label: 'Add Show Member', href: '/members/admin/add-show-member', about: 'Add people to a show’s cast and crew.' },
  { label: 'Manage Users', href: '/members/admin/manage_users', about: 'Approve people, and say what each may use.' },
  { label: 'Admin Settings', href: '/members/admin/admin_settings', about: 'What is true of the whole site.' },
] as const;

const [media, shows, photographs, credits, users, settings] = adminTools;

/**
 * Every page of an admin, those too that only the overview leads to: first what others wait for, then the shows and who
 * and what is in them, then the site itself.
 */
export const overviewTools = [
  { label: 'Messages', href: '/members/admin/messages', about: 'Read and answer what visitors and members write.' },
  users,
  {
    label: 'Archive corrections',
    href: '/members/admin/corrections',
    about: 'See what visitors spotted in the archive, and put it right.',
  },
  shows,
  credits,
  {
    label: 'People',
    href: '/members/admin/people',
    about: 'Find anyone who was ever in a show, correct a name, merge two people.',
  },
  media,
  photographs,
  settings,
  { label: 'Accounting', href: '/members/get_sums', about: 'See what came in and went out, and give payments back.' },
  { label: 'Mail log', href: '/members/admin/mails', about: 'See what was mailed to whom, and send it again.' },
  {
    label: 'Background tasks',
    href: '/members/admin/jobs',
    about: 'See what the site has to do by itself, and what failed.',
  },
  { label: 'Errors', href: '/members/admin/errors', about: 'See what went wrong in the program, to pass it on.' },
  { label: 'Audit log', href: '/members/admin/audit', about: 'See who did what, when and from where.' },
] as const;
