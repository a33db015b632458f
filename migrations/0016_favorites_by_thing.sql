-- Who starred a thing, for whoever has news of it: with every bird that comes home.
create index favorites_by_pigeon on favorites (loft_id, pigeon_id) where pigeon_id is not null;
create index favorites_by_team on favorites (loft_id, team_id) where team_id is not null;
create index favorites_by_flight on favorites (loft_id, flight_id) where pigeon_id is null and team_id is null;
