-- The rates by which prices are shown in the reader's currency too (1.7). Nothing is ever charged by them.
create table currency_rates (
  currency text primary key check (currency ~ '^[A-Z]{3}$'),
  -- Units of this currency for one euro.
  per_euro numeric not null check (per_euro > 0),
  -- The day of the whole set.
  day date not null
);
