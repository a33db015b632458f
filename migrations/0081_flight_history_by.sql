-- Who took a flight a step further, as every other history says it. Null: the program itself, or a step from before.
alter table flight_history add user_id bigint references users (id);
