/** Shipping by weight and country: the table of a seller. Weights are whole grams, prices whole cents with tax. */

export interface ShippingZone {
  /** Empty: all countries that no other zone names. */
  countries: readonly string[];
  /** The price by weight, the lightest first: up to so many grams, so much. */
  steps: readonly { up_to_g: number; amount_cents: number }[];
  /** Working days from the payment until the parcel arrives. */
  days: { min: number; max: number };
}

/** The zone in which a seller ships to a country: the one that names it, or the one for all others; null: none. */
export function zoneOf(zones: readonly ShippingZone[], country: string): ShippingZone | null {
  return (
    zones.find(({ countries }) => countries.includes(country)) ??
    zones.find(({ countries }) => countries.length === 0) ??
    null
  );
}

/** The price of one parcel, null where the seller does not ship there or not as much. */
export function shippingCents(zones: readonly ShippingZone[], country: string, weight_g: number): number | null {
  return zoneOf(zones, country)?.steps.find(({ up_to_g }) => weight_g <= up_to_g)?.amount_cents ?? null;
}
