-- The activity log is searched by who did something: the people are found by a part of their name or address, and then
-- their entries, the latest first, in the records that grow with use. What the program did itself is nobody's.
create index users_by_part_of_name on users using gin (plain_name gin_trgm_ops);
create index users_by_part_of_email on users using gin (plain_email gin_trgm_ops);
create index audit_log_by_person on audit_log (user_id, at) where user_id is not null;
create index order_history_by_person on order_history (user_id, at) where user_id is not null;
create index payment_history_by_person on payment_history (user_id, at) where user_id is not null;
create index transport_history_by_person on transport_history (user_id, at) where user_id is not null;
create index pigeon_history_by_person on pigeon_history (user_id, at) where user_id is not null;
create index declarations_by_person on declarations (user_id, declared_at) where user_id is not null;
