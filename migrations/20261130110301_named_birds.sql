-- The birds that a team has named for a ranking (domain 2.13): where its rule says so, only they score. Who named them
-- and when stands in the audit log.

create table named_birds (
  loft_id    bigint not null,
  ranking_id bigint not null,
  pigeon_id  bigint not null,
  primary key (loft_id, ranking_id, pigeon_id),
  foreign key (loft_id, ranking_id) references rankings (loft_id, id),
  foreign key (loft_id, pigeon_id) references pigeons (loft_id, id) on delete cascade
);
create index named_birds_by_pigeon on named_birds (loft_id, pigeon_id);
