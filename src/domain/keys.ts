/** What identifies a row: its own id with that of its loft, so that no query and no argument has the one without the other. */

export interface SeasonKey {
  loft_id: number;
  season_id: number;
}

export interface FlightKey {
  loft_id: number;
  flight_id: number;
}

export interface TeamKey {
  loft_id: number;
  team_id: number;
}

export interface PigeonKey {
  loft_id: number;
  pigeon_id: number;
}

/** A pigeon with its season, for what is said of it in both. */
export interface SeasonPigeonKey extends SeasonKey, PigeonKey {}

export interface DeviceKey {
  loft_id: number;
  device_id: number;
}

/** A person, as a loft knows them. */
export interface PersonKey {
  loft_id: number;
  user_id: number;
}

export interface FancierKey {
  loft_id: number;
  fancier_id: number;
}

export interface NewsKey {
  loft_id: number;
  news_id: number;
}

export interface MediaKey {
  loft_id: number;
  media_id: number;
}

export interface ContractKey {
  loft_id: number;
  contract_id: number;
}

export interface SubscriptionKey {
  loft_id: number;
  subscription_id: number;
}
