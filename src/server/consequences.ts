/**
 * Everything that follows from a step of an order, of a bird or of a flight, from a removal and from a change of a season, in the order
 * in which it happens, in the transaction of the step. The database refuses the commit of a step from which one of these
 * did not follow (migration 0082).
 */
import { seasonKinds } from '#domain/orders/order.ts';
import { moveActivated } from './activations/moved.ts';
import { keepStandings } from './arrivals/standings.ts';
import { leaveExtraPlace } from './entries/extra-places.ts';
import { leavePlaces } from './entries/left-places.ts';
import { flightSteps } from './flights/consequences.ts';
import { followRulebook, showOtherwise } from './flights/follow-season.ts';
import { of, orderSteps } from './orders/consequences.ts';
import { keepTeamName, leaveTeams } from './orders/left-team.ts';
import { notifyOrders } from './orders/notices.ts';
import { countPlaces } from './orders/places.ts';
import { countSteps } from './orders/sums.ts';
import { enterSteps } from './payments/order-journal.ts';
import { pigeonRemovals, pigeonSteps, teamRemovals } from './pigeons/consequences.ts';
import { followSales, leaveSale } from './sales/followed.ts';
import { rulebookChanges, visibilityChanges } from './seasons/consequences.ts';
import { endTransports } from './transports/ended.ts';

orderSteps.list([
  // Places of the season and of its products are taken, or given back.
  of(seasonKinds, countPlaces),
  // It is counted where it stands, with what it comes to.
  of(seasonKinds, countSteps),
  // It is owed, or no longer, or has to be given back.
  enterSteps,
  // Birds of an order that has ended are without a place.
  of('registration', leavePlaces),
  // The request to collect them ends with it.
  of('registration', endTransports),
  // Birds whose activation was ordered are activated, wait, or are free again.
  of('activation', moveActivated),
  // A bird that was bought is its buyer's, or for sale again.
  of('sale', followSales),
  // Its customer reads it, and those who run the loft.
  notifyOrders,
  // A team that was made for it goes with it.
  of(['registration', 'activation'], leaveTeams),
]);

// A bird that is no longer for sale is off the sale.
pigeonSteps.list([leaveSale]);

// With a bird that is removed goes the place that somebody gave it.
pigeonRemovals.list([leaveExtraPlace]);

// Orders that have ended keep the name of a team that goes.
teamRemovals.list([keepTeamName]);

// A result that is official keeps its ranking in rows.
flightSteps.list([keepStandings]);

// What a season hides is not followed any more.
visibilityChanges.list([showOtherwise]);

// Flights that are not released follow the latest rulebook.
rulebookChanges.list([followRulebook]);
