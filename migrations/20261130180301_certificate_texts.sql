-- What a loft says of its own on its certificates, by language; blank: nothing. Who changed it and when stands in the audit
-- log.

create table certificate_texts (
  loft_id  bigint not null references lofts (id),
  locale   text not null check (locale ~ '^[a-z]{2}$'),
  greeting text not null check (length(greeting) <= 200),
  name     text not null check (length(name) <= 70),
  office   text not null check (length(office) <= 70),
  version  integer not null check (version > 0),
  primary key (loft_id, locale)
);
