/**
 * All consequences of a step of an order, of a bird or of a flight, of a removal and of a change of a season, in their
 * order, in the transaction of the step. The database refuses the commit of a step without one of them (migration
 * 0082).
 */
import { seasonKinds } from '#domain/orders/order.ts';
import { updateActivatedBirds } from './activations/order-steps.ts';
import { keepStandings } from './arrivals/standings.ts';
import { unassignBirds } from './entries/ended-orders.ts';
import { removeExtraPlace } from './entries/extra-places.ts';
import { flightSteps } from './flights/consequences.ts';
import { applyRulebook, restartStreams } from './flights/season-changes.ts';
import { announceStep } from './open-data/webhooks.ts';
import { forKinds, orderSteps } from './orders/consequences.ts';
import { notifyOrders } from './orders/notices.ts';
import { countSteps } from './orders/order-counts.ts';
import { countPlaces } from './orders/places.ts';
import { copyTeamNames, removeUnusedTeams } from './orders/team-removal.ts';
import { postOrderSteps } from './payments/order-journal.ts';
import { teamsTakenBack } from './people/consequences.ts';
import { pigeonRemovals, pigeonSteps, teamRemovals } from './pigeons/consequences.ts';
import { awardPrizes } from './prizes/claims.ts';
import { holdPrizesAgain } from './prizes/held.ts';
import { awardRanking } from './prizes/ranking-claims.ts';
import { rankingSteps } from './rankings/consequences.ts';
import { freezeRankings } from './rankings/freeze.ts';
import { delistBirds, updateSales } from './sales/order-steps.ts';
import { rulebookChanges, visibilityChanges } from './seasons/consequences.ts';
import { endTransports } from './transports/cancel-ended.ts';

orderSteps.register([
  // Places of the season and of its products are taken, or freed.
  forKinds(seasonKinds, countPlaces),
  // The counts and sums of orders by status change.
  forKinds(seasonKinds, countSteps),
  // It becomes owed, or no longer owed, or due for a refund.
  postOrderSteps,
  // Birds of an order that has ended lose their place, and have it again where it is reopened.
  forKinds('registration', unassignBirds),
  // Requests for their collection end.
  forKinds('registration', endTransports),
  // Birds with an ordered activation are activated, wait, or are free again.
  forKinds('activation', updateActivatedBirds),
  // A bird that was bought belongs to its buyer, or is for sale again.
  forKinds('sale', updateSales),
  // Its customer and the managers of the loft are notified.
  notifyOrders,
  // A team that was created for the order is removed with it.
  forKinds(['registration', 'activation'], removeUnusedTeams),
]);

// A bird that is no longer for sale is delisted.
pigeonSteps.register([delistBirds]);

// An extra place is removed with its bird.
pigeonRemovals.register([removeExtraPlace]);

// Ended orders keep the name of a removed team.
teamRemovals.register([copyTeamNames]);

// What an account won with a team that it held by mistake is held again.
teamsTakenBack.register([holdPrizesAgain]);

flightSteps.register([
  // The ranking of an official result is stored in rows.
  keepStandings,
  // Rankings of which it was the last flight are frozen.
  freezeRankings,
  // Its prizes are owed to who holds the rights in its birds; after a correction what differs.
  awardPrizes,
  // Webhooks are told of releases and of results.
  announceStep,
]);

// The prizes of a frozen ranking are owed; of a later version what differs.
rankingSteps.register([awardRanking]);

// A change of the hidden fields begins a new epoch of the season's live streams.
visibilityChanges.register([restartStreams]);

// Flights that are not released follow the latest rulebook.
rulebookChanges.register([applyRulebook]);
