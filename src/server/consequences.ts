/**
 * Everything that follows from a step of an order or of a bird, in the order in which it happens, in the transaction of
 * the step. The database refuses the commit of a step from which one of these did not follow (migration 0082).
 */
import { moveActivated } from './activations/moved.ts';
import { leavePlaces } from './entries/left-places.ts';
import { composeOrders } from './orders/consequences.ts';
import { leaveTeam } from './orders/left-team.ts';
import { tellOrder } from './orders/letters.ts';
import { countPlaces } from './orders/places.ts';
import { enterStep } from './payments/order-journal.ts';
import { composePigeons } from './pigeons/consequences.ts';
import { followSale, leaveSale } from './sales/followed.ts';
import { endTransport } from './transports/ended.ts';

composeOrders([
  // Places of the season and of its products are taken, or given back.
  countPlaces,
  // It is owed, or no longer, or has to be given back.
  enterStep,
  // Birds of an order that has ended are without a place.
  leavePlaces,
  // The request to collect them ends with it.
  endTransport,
  // Birds whose activation was ordered are activated, wait, or are free again.
  moveActivated,
  // A bird that was bought is its buyer's, or for sale again.
  followSale,
  // Its customer reads it, and those who run the loft.
  tellOrder,
  // A team that was made for it goes with it.
  leaveTeam,
]);

// A bird that is no longer for sale is off the sale.
composePigeons([leaveSale]);
