export { ContactViews } from './contact-views.tsx';
export { EmergencyContactsLink } from './emergency-contacts-link.tsx';
