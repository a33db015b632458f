-- Pictures of people that were kept as they came say where and when they were taken; a job paints them anew
-- (identity/portraits.ts).
alter table idp.pictures add column painted boolean not null default false;
