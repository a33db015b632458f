-- Setting up a season in one visit: a loft may let others copy the set-up of its seasons, and hides its list of first
-- steps; a season confirms so many places at once, without the loft.

alter table lofts
  add column shares_setup boolean not null default false,
  add column hides_first_steps boolean not null default false;

alter table seasons
  -- The first so many places are confirmed with their order; null: none.
  add column places_at_once int check (places_at_once between 1 and 100000);
