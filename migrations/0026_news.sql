-- News of a loft, or of one of its seasons, in as many languages as somebody wrote them.

create table news (
  loft_id      bigint not null references lofts (id),
  id           bigint generated always as identity,
  season_id    bigint,
  is_draft     boolean not null default true,
  -- From then on everybody sees them; a draft may have its moment already.
  published_at timestamptz(3),
  -- Grows with each change, so that a second writer is told of the first.
  version      int not null default 1 check (version >= 1),
  created_at   timestamptz(3) not null default now(),
  -- Off the site; kept, because the log names them.
  removed_at   timestamptz(3),
  primary key (loft_id, id),
  unique (id),
  foreign key (loft_id, season_id) references seasons (loft_id, id),
  check (is_draft or published_at is not null)
);
create index news_by_time on news (loft_id, published_at desc, id desc) where removed_at is null;
create index news_of_all on news (published_at desc, id desc) where removed_at is null and not is_draft;
create index news_by_season on news (loft_id, season_id);

create table news_texts (
  loft_id bigint not null,
  news_id bigint not null,
  locale  text not null check (locale in ('ar', 'cn', 'de', 'en', 'es', 'fr', 'hu', 'it', 'jp', 'nl', 'pl', 'pt', 'ro',
                                          'ru', 'se', 'sk', 'th', 'tr')),
  title   text not null check (length(title) between 1 and 200),
  lead    text not null default '' check (length(lead) <= 500),
  -- Paragraphs, headings, lists, quotes and pictures; never HTML (domain/news/document.ts).
  body    jsonb not null check (body @> '{"type": "doc"}' and jsonb_typeof(body -> 'content') = 'array'),
  primary key (loft_id, news_id, locale),
  foreign key (loft_id, news_id) references news (loft_id, id)
);

-- News say something in at least one language.
create function need_news_text() returns trigger language plpgsql as $$
declare own bigint;
begin
  if tg_table_name = 'news' then own := new.id; else own := old.news_id; end if;
  if not exists (select from news_texts where news_id = own and loft_id = coalesce(new.loft_id, old.loft_id)) then
    raise exception 'news % have no text', own using errcode = 'check_violation', constraint = 'news_text_needed';
  end if;
  return null;
end $$;
create constraint trigger need_text after insert on news deferrable initially deferred
  for each row execute function need_news_text();
create constraint trigger keep_text after delete on news_texts deferrable initially deferred
  for each row execute function need_news_text();

-- The pictures that were uploaded for news, and those that they show: as long as a row is here, the file stays.
create table news_pictures (
  loft_id bigint not null,
  news_id bigint not null,
  file_id bigint not null,
  primary key (loft_id, news_id, file_id),
  foreign key (loft_id, news_id) references news (loft_id, id),
  foreign key (loft_id, file_id) references files (loft_id, id)
);
create index news_pictures_by_file on news_pictures (loft_id, file_id);
