/** The pages and their addresses (2.1, 2.2, 2.7–2.11, 2.19, 2.21); everything else is a page that does not exist. */
import { index, prefix, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  index('home/HomePage.tsx'),
  route('contact', 'contact/ContactPage.tsx'),
  route('lofts', 'lofts/LoftsPage.tsx'),
  route('lofts/:loft_id', 'lofts/LoftPage.tsx'),
  route('lofts/:loft_id/flights/:flight_id', 'flights/FlightPage.tsx'),
  route('lofts/:loft_id/flights/:flight_id/result/sheet', 'flights/ResultSheetPage.tsx'),
  route('lofts/:loft_id/flights/:flight_id/result.csv', 'flights/result-csv.ts'),
  route('lofts/:loft_id/flights/:flight_id/basketing/sheet', 'flights/BasketingSheetPage.tsx'),
  route('lofts/:loft_id/flights/:flight_id/basketing.csv', 'flights/basketing-csv.ts'),
  route('lofts/:loft_id/teams', 'pigeons/TeamsPage.tsx'),
  route('lofts/:loft_id/teams/:team_id', 'pigeons/TeamPage.tsx'),
  route('lofts/:loft_id/teams/:team_id/pigeons/:pigeon_id', 'pigeons/PigeonPage.tsx'),
  // A bird has its page without a team too (2.11).
  route('lofts/:loft_id/teams/pigeons/:pigeon_id', 'pigeons/PigeonPage.tsx', { id: 'pigeon-alone' }),
  route('lofts/:loft_id/pigeons', 'pigeons/PigeonsPage.tsx'),
  route('lofts/:loft_id/teams.csv', 'pigeons/teams-csv.ts'),
  route('lofts/:loft_id/teams/:team_id/flights.csv', 'pigeons/team-csv.ts'),
  route('lofts/:loft_id/pigeons.csv', 'pigeons/pigeons-csv.ts'),
  route('lofts/:loft_id/pigeons/:pigeon_id/flights.csv', 'pigeons/pigeon-csv.ts'),
  route('admin/lofts', 'accounts/AdminLoftsPage.tsx'),
  route('admin/lofts/:loft_id/permissions', 'accounts/PermissionsPage.tsx'),
  // The bundled identity provider; what programs ask of it is answered before (server/identity/routes.ts).
  ...prefix('id', [
    route('sign-in', 'identity/SignInPage.tsx'),
    route('register', 'identity/RegisterPage.tsx'),
    route('verify-email', 'identity/VerifyEmailPage.tsx'),
    route('forgot-password', 'identity/ForgotPasswordPage.tsx'),
    route('reset-password', 'identity/ResetPasswordPage.tsx'),
    route('second-factor', 'identity/SecondFactorPage.tsx'),
    route('account', 'identity/AccountPage.tsx'),
    route('settings', 'identity/SettingsPage.tsx'),
    route('account.json', 'identity/account-json.ts'),
    route('outbox', 'identity/OutboxPage.tsx'),
  ]),
  route('login/done', 'accounts/SignedInPage.tsx'),
  route('offline', 'shell/OfflinePage.tsx'),
  route('app.webmanifest', 'shell/manifest.ts'),
  route('misc/healthcheck', 'shell/HealthPage.tsx'),
  route('terms', 'shell/LegalPage.tsx', { id: 'terms' }),
  route('privacy', 'shell/LegalPage.tsx', { id: 'privacy' }),
  route('software/help', 'shell/HelpPage.tsx'),
  // What is no page has its loader run too, so that the bar around the error page knows who is reading.
  route('*', 'shell/NoPage.tsx'),
] satisfies RouteConfig;
