-- Pictures and PDFs that people upload. The bytes lie in a storage beside the database under the hash of what was made
-- of them; here stands what they are. Whatever shows a file points at (loft_id, id), which keeps it from being removed.

create table files (
  loft_id    bigint not null references lofts (id),
  id         bigint generated always as identity,
  kind       text not null check (kind in ('image', 'pdf')),
  type       text not null check (type in ('image/jpeg', 'image/webp', 'application/pdf')),
  -- What it was called where it came from: shown and offered when it is downloaded, never a path.
  name       text not null check (length(name) between 1 and 128 and name !~ '[[:cntrl:]/\\]'),
  bytes      int not null check (bytes > 0),
  width      int check (width between 1 and 2048),
  height     int check (height between 1 and 2048),
  sha256     text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  user_id    bigint not null references users (id),
  created_at timestamptz(3) not null default now(),
  primary key (loft_id, id),
  unique (id),
  check ((kind = 'pdf') = (type = 'application/pdf')),
  check ((kind = 'image') = (width is not null and height is not null))
);
create index files_by_content on files (sha256);
create index files_by_age on files (created_at);
