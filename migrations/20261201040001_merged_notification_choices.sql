-- What somebody wants to be told of goes with their account when it is merged, and nobody chooses for a closed one.
do $$
declare
  t text;
begin
  foreach t in array array['notification_settings', 'notification_choices'] loop
    execute format('create trigger follow_account before update of user_id on %I for each row execute function follow_account()', t);
    execute format('create trigger refuse_merged after insert on %I for each row execute function refuse_merged()', t);
  end loop;
end $$;
