-- A season is one loft's. PostgreSQL takes columns for independent until it is told otherwise: it expected a fifth of the
-- rows that a season has, and read whole tables for the rest.
create statistics teams_of_season (dependencies) on loft_id, season_id from teams;
create statistics orders_of_season (dependencies) on loft_id, season_id from orders;
create statistics registrations_of_season (dependencies) on loft_id, season_id from registrations;
create statistics payments_of_season (dependencies) on loft_id, season_id from payments;
create statistics transports_of_season (dependencies) on loft_id, season_id from transports;
create statistics journal_of_season (dependencies) on loft_id, season_id from journal_entries;
create statistics pigeons_of_season (dependencies) on loft_id, season_id from pigeons;
create statistics entries_of_season (dependencies) on loft_id, season_id from entries;
create statistics activations_of_season (dependencies) on loft_id, season_id from activations;

-- The season first, for the reason in 0003.
create index entries_by_season on entries (season_id, loft_id);
create index registrations_by_season on registrations (season_id, loft_id);
