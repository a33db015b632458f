-- The health, the rights and the sale of a bird are shown on its page only where whoever decides about it said so. What
-- one owner turned on does not count for the next; without a person it is the loft, for a bird without an owner.
create table passport_parts (
  loft_id   bigint not null references lofts (id) on delete cascade,
  pigeon_id bigint not null,
  part      text not null check (part in ('health', 'rights', 'sale')),
  user_id   bigint references users (id) on delete cascade,
  at        timestamptz not null,
  unique nulls not distinct (loft_id, pigeon_id, part, user_id),
  foreign key (loft_id, pigeon_id) references pigeons (loft_id, id) on delete cascade
);
create index passport_parts_by_user on passport_parts (user_id);
