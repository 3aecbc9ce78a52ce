export { PrivacyPage, TermsPage } from './legal-page'
