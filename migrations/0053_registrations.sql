-- Browsers in which somebody has signed in with the bundled provider: guesses from elsewhere do not keep them out.
create table idp.known_browsers (
  user_id      text not null references idp."user" ("id") on delete cascade,
  browser_hash bytea not null check (length(browser_hash) = 32),
  seen_at      timestamptz not null default now(),
  primary key (user_id, browser_hash)
);
