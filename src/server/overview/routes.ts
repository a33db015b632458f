/** The calls behind the overview. */
import { merchantOf } from '#domain/accounts/person.ts';
import { listOverview, readOverview } from '#domain/overview/contract.ts';
import { Refusal } from '#domain/refusal.ts';
import { findLoft } from '#server/lofts/lofts.ts';
import { type CallContext, type Route, route } from '#server/route.ts';
import { firstStepsOf } from './first-steps.ts';
import { activePeople, clocksOf, flyingAndComing, openClaims, overseenLofts, seasonsWithCounts } from './overview.ts';

const readAt = ({ now_ms }: CallContext) => new Date(now_ms).toISOString();

export const overviewRoutes: Route[] = [
  route(listOverview, {
    load: async () => null,
    act: async (tx, _lofts, _input, context) => ({
      lofts: await overseenLofts(tx, context.actor.kind === 'user' ? merchantOf(context.actor) : [], context.now_ms),
      read_at: readAt(context),
    }),
  }),
  route(readOverview, {
    load: async (tx, { params }) => {
      const loft = await findLoft(tx, params.loft_id);
      if (!loft) throw new Refusal('not_found');
      return { loft_id: loft.id, loft };
    },
    act: async (tx, { loft_id, loft }, _input, context) => {
      return {
        loft,
        first_steps: await firstStepsOf(tx, loft, context.now_ms),
        ...(await seasonsWithCounts(tx, loft_id)),
        ...(await flyingAndComing(tx, loft_id)),
        clocks: await clocksOf(tx, loft, context.now_ms),
        people_count: await activePeople(tx, loft_id),
        claims_open: await openClaims(tx, loft_id),
        read_at: readAt(context),
      };
    },
  }),
];
