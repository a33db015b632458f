/** The list of declarations. */
import { listDeclarations } from '#domain/arrivals/declarations-contract.ts';
import { loadLoft } from '#server/lofts/lofts.ts';
import { type Route, route } from '#server/route.ts';
import { declaredBefore } from './rulings.ts';

export const declarationRoutes: Route[] = [
  route(listDeclarations, {
    load: (tx, { params }) => loadLoft(tx, params.loft_id),
    act: (tx, { loft_id }, { query }) => declaredBefore(tx, loft_id, query.before),
  }),
];
