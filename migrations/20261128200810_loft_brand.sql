-- The logo and the colour of a loft, which its public pages, confirmations and mails show.

alter table lofts
  add column logo_file_id bigint,
  -- The address of the logo on this site: its name is the hash of its content.
  add column logo text check (logo ~ '^/media/[0-9a-f]{64}-full\.(jpg|webp)$'),
  -- A colour on which white text can be read.
  add column accent text check (accent ~ '^#[0-9a-f]{6}$'),
  add constraint lofts_logo foreign key (id, logo_file_id) references files (loft_id, id),
  add check ((logo is null) = (logo_file_id is null));
create index lofts_by_logo on lofts (id, logo_file_id) where logo_file_id is not null;
