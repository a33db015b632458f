/** The calls about flights, and about lofts with their flights. */
import { listLofts, readFlight } from '#domain/flights/contract.ts';
import { can } from '#domain/policy.ts';
import { Refusal } from '#domain/refusal.ts';
import { allLofts } from '#server/lofts/lofts.ts';
import { type CallContext, type Route, route } from '#server/route.ts';
import { findFlight, flightSummaries } from './flights.ts';

const readAt = ({ now_ms }: CallContext) => new Date(now_ms).toISOString();

export const flightRoutes: Route[] = [
  route(listLofts, {
    load: (tx) => allLofts(tx),
    act: async (tx, lofts, _input, context) => {
      const flights = (await flightSummaries(tx)).filter((flight) => can(context.actor, 'flight.read', flight));
      const listed = lofts.map((loft) => {
        const own = flights.filter((flight) => flight.loft_id === loft.id);
        return {
          ...loft,
          live_flight: own.find((flight) => flight.status === 'released') ?? null,
          last_flight: own.find((flight) => ['closed', 'provisional', 'official'].includes(flight.status)) ?? null,
          flight_count: own.length,
        };
      });
      // Those with birds in the air first; the names keep their order within.
      listed.sort((a, b) => Number(b.live_flight !== null) - Number(a.live_flight !== null));
      return { lofts: listed, read_at: readAt(context) };
    },
  }),
  route(readFlight, {
    load: async (tx, { params }) => {
      const flight = await findFlight(tx, params);
      if (!flight) throw new Refusal('not_found');
      return flight;
    },
    act: async (_tx, flight, _input, context) => ({ flight, read_at: readAt(context) }),
  }),
];
