-- The search over the whole site finds a bird by any digits of its ring, and names by any part of them, among the birds
-- of all lofts: by trigrams, because a b-tree only knows how a text begins.
create extension if not exists pg_trgm;

create index pigeons_by_part_of_ring on pigeons using gin (ring_key gin_trgm_ops);
create index pigeons_by_part_of_name on pigeons using gin (plain_name gin_trgm_ops);
create index teams_by_part_of_name on teams using gin (plain_name gin_trgm_ops);
create index teams_by_part_of_fancier on teams using gin (plain_fancier gin_trgm_ops);
