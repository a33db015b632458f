-- Receipts, pedigrees and contracts are not for everybody who has an address. They lie in the storage under a key that
-- tells nothing of what is in them, and are shown by a route that judges who asks (server/files/documents.ts). What is
-- kept already gets its key here; its bytes move to their new name at the next round over the storage, which then
-- forgets the hash.
alter table files
  add private_key text unique check (private_key ~ '^[0-9a-f]{64}$'),
  alter sha256 drop not null,
  add check (num_nonnulls(sha256, private_key) > 0);

update files f set private_key = replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')
where f.kind = 'pdf'
  or (
    (exists (select from payments p where p.loft_id = f.loft_id and p.file_id = f.id)
      or exists (select from refunds r where r.loft_id = f.loft_id and r.file_id = f.id)
      or exists (select from pigeons p where p.loft_id = f.loft_id and p.pedigree_file_id = f.id))
    and not exists (select from media m where m.loft_id = f.loft_id and m.file_id = f.id)
    and not exists (select from news_pictures n where n.loft_id = f.loft_id and n.file_id = f.id)
  );
