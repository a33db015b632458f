/** The pages and their addresses (2.1, 2.7–2.9, 2.19); everything else is a page that does not exist. */
import { index, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  index('home/HomePage.tsx'),
  route('lofts', 'lofts/LoftsPage.tsx'),
  route('lofts/:loft_id', 'lofts/LoftPage.tsx'),
  route('lofts/:loft_id/flights/:flight_id', 'flights/FlightPage.tsx'),
  route('misc/healthcheck', 'shell/HealthPage.tsx'),
] satisfies RouteConfig;
