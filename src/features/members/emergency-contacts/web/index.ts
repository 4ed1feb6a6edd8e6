export { ContactViews, EmergencyContactsLink } from './contact-views.tsx';
