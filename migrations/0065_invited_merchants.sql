-- Somebody who was never here can be invited to be a loft's merchant.
alter table invitations add is_merchant boolean not null default false;
do $$
declare
  rule text;
begin
  select conname into strict rule from pg_constraint
  where conrelid = 'invitations'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%team_id IS NULL%is_agent%';
  execute format('alter table invitations drop constraint %I', rule);
end $$;
alter table invitations add check ((team_id is null) = (is_merchant or is_agent or is_staff or has_seasons));

-- What a form was sent with: the same key opens the same loft, however often it is sent.
alter table lofts add request_key uuid;
create unique index lofts_by_request on lofts (request_key, name);
